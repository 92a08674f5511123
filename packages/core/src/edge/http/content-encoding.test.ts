import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { contentEncoding, requirePlain } from './content-encoding.js'
import type { BodyStream } from './http.js'

const body: BodyStream = { kind: 'stream', read: () => undefined, discard: () => undefined }

test('refuses a compressed body and names its encoding', () => {
  for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, br']) {
    const refused = () => requirePlain({ 'content-encoding': encoding }, body)
    assert.throws(
      refused,
      refusal('validation', new RegExp(`the Content-Encoding ${encoding} is not supported`)),
    )
  }
  for (const hostile of ['"\u00e9', 'x'.repeat(65)]) {
    const refused = () => requirePlain({ 'content-encoding': hostile }, body)
    assert.throws(refused, refusal('validation', /the Content-Encoding of the request is not supported/))
  }
})

test('accepts a plain body, and one that a parser has decompressed', () => {
  for (const headers of [{}, { 'content-encoding': '' }, { 'content-encoding': ' Identity ' }]) {
    assert.equal(contentEncoding(headers), 'identity')
    assert.doesNotThrow(() => requirePlain(headers, body))
  }
  assert.doesNotThrow(() => requirePlain({ 'content-encoding': 'GZIP' }, { ...body, isDecoded: true }))
})
