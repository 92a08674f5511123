import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostRedirect } from './host-redirect.js'

test('accepts an http(s) URL or a path unchanged', () => {
  for (const target of ['https://host.example/login?back=%2F#x', 'http://localhost:3000', '/', '/login?a=b'])
    assert.equal(hostRedirect(target), target)
})

test('percent-encodes characters that a header cannot contain', () => {
  assert.equal(hostRedirect('/zażółć now'), '/za%C5%BC%C3%B3%C5%82%C4%87%20now')
})

test('refuses anything that is neither an http(s) URL nor a path', () => {
  const bad = ['', 'login', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'ftp://host.example/']
  const spoilt = [
    'https://',
    'https:host.example',
    '/a\r\nSet-Cookie: a=b',
    '/\t/evil.example',
    '/\0',
    '/\ud800',
  ]
  for (const target of [...bad, ...spoilt, undefined, null, 1, new URL('https://host.example')])
    assert.throws(() => hostRedirect(target), String(target))
})
