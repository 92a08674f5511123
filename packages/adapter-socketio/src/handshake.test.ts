import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEngineQuery } from './handshake.js'

const path = '/customer/v0.5/rtm/sio/'

test('engineQueryOf returns only the parameters of Engine.IO', () => {
  const query = 'license_id=1&EIO=4&transport=polling&t=abc&b64=1'
  assert.deepEqual(parseEngineQuery({ path, query }), { EIO: '4', transport: 'polling' })
  assert.deepEqual(parseEngineQuery({ path, query: 'EIO=3&transport=websocket&sid=x%20y' }), {
    ...{ EIO: '3', transport: 'websocket', sid: 'x y' },
  })
  assert.deepEqual(parseEngineQuery({ path, query: 'EIO=4&transport=polling&sid=' }), {
    ...{ EIO: '4', transport: 'polling' },
  })
})

test('engineQueryOf returns undefined for queries that no client sends', () => {
  for (const query of [
    '',
    'EIO=4',
    'EIO=2&transport=polling',
    'EIO=4&transport=webtransport',
    'EIO[]=4&transport=polling',
    'EIO=4&transport=polling&j=0',
    'EIO=4&EIO=3&transport=polling',
    'EIO=4&EIO=4&transport=polling',
    'EIO=4&transport=polling&transport=websocket',
    'EIO=4&transport=polling&sid=a&sid=b',
    `EIO=4&transport=polling&t=${'x'.repeat(8_192)}`,
  ]) {
    assert.equal(parseEngineQuery({ path, query }), undefined, query.slice(0, 99))
  }
})
