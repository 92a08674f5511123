import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange } from './addresses.js'
import { isAllowedTarget, isForbiddenHost, targetHost } from './webhook-targets.js'

const range = parseRange('10.1.0.0/16')
assert.ok(range)
const nothing = { allowsPrivate: false, hosts: new Set<string>(), ranges: [] }
const some = { ...nothing, hosts: new Set(['hooks.internal', '::1']), ranges: [range] }
const all = { ...nothing, allowsPrivate: true }

const hostOf = (url: string) => targetHost(new URL(url))

test('targetHost normalizes every spelling of a host', () => {
  for (const [url, host] of [
    ['https://Hooks.Internal.:8443/a', 'hooks.internal'],
    ['http://[0:0::1]/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433./', '127.0.0.1'],
    ['http://１２７.0.0.1/', '127.0.0.1'],
    ['https://user:word@Bücher.example/', 'xn--bcher-kva.example'],
  ] as const) {
    assert.equal(hostOf(url), host)
  }
})

test('public addresses are allowed, others only by host, by network or by allowsPrivate', () => {
  for (const [address, host, isAllowed] of [
    ['93.184.216.34', 'example.com', true],
    ['10.1.2.3', 'example.com', true],
    ['::ffff:10.1.2.3', 'example.com', true],
    ['10.2.2.3', 'example.com', false],
    ['10.2.2.3', 'hooks.internal', true],
    ['10.2.2.3', 'other.hooks.internal', false],
    ['no address', 'example.com', false],
  ] as const) {
    assert.equal(isAllowedTarget(some, host, address), isAllowed, `${address} of ${host}`)
    assert.equal(isAllowedTarget(all, host, address), true)
  }
  assert.equal(isAllowedTarget(nothing, 'hooks.internal', '10.1.2.3'), false)
})

test('isForbiddenHost refuses forbidden addresses and localhost, before any lookup', () => {
  for (const [host, isForbidden] of [
    ['example.com', false],
    ['93.184.216.34', false],
    ['10.1.2.3', false],
    ['10.2.2.3', true],
    ['::1', false],
    ['::2', true],
    ['::ffff:7f00:1', true],
    ['localhost', true],
    ['a.localhost', true],
    ['notlocalhost', false],
  ] as const) {
    assert.equal(isForbiddenHost(some, host), isForbidden, host)
    assert.equal(isForbiddenHost(all, host), false)
  }
  const named = { ...nothing, hosts: new Set(['localhost']) }
  assert.equal(isForbiddenHost(named, 'localhost'), false)
})
