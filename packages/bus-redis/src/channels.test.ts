import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Channels } from './channels.js'

const mine = new Channels('shop', 'me')
const theirs = new Channels('shop', 'they')

test('messages of one license are packed together in order, apart from other licenses', () => {
  const sent = mine.pack([
    { licenseId: 1, text: '"a"' },
    { licenseId: 11, text: '"b"' },
    { licenseId: 1, text: '"c"' },
  ])
  assert.deepEqual(sent, [
    { channel: 'shop:license:1', text: 'me\n"a"\n"c"' },
    { channel: 'shop:license:11', text: 'me\n"b"' },
  ])
  assert.deepEqual(
    sent.flatMap((one) => [...theirs.unpack(one)]),
    [
      { licenseId: 1, text: '"a"' },
      { licenseId: 1, text: '"c"' },
      { licenseId: 11, text: '"b"' },
    ],
  )
})

test('messages that are too long together are packed separately', () => {
  const [long, short] = [JSON.stringify('x'.repeat(262_000)), JSON.stringify('y'.repeat(1_000))]
  const messages = [short, long, short].map((text) => ({ licenseId: 1, text }))
  const sent = mine.pack(messages)
  assert.equal(sent.length, 3)
  assert.deepEqual(
    sent.flatMap((one) => [...theirs.unpack(one)]),
    messages,
  )
})

test('unpack skips own payloads and invalid ones', () => {
  const [sent] = mine.pack([{ licenseId: 1, text: '"a"' }])
  assert.ok(sent)
  assert.deepEqual([...mine.unpack(sent)], [])
  assert.deepEqual([...theirs.unpack({ ...sent, channel: 'shop:license:one' })], [])
  assert.deepEqual([...theirs.unpack({ ...sent, channel: 'another:license:1' })], [])
  assert.deepEqual([...theirs.unpack({ ...sent, text: 'no line' })], [])
})

test('a control word is recognized by all buses but its sender', () => {
  assert.equal(theirs.isControlOfAnother(mine.controlPayload('loss'), 'loss'), true)
  assert.equal(mine.isControlOfAnother(mine.controlPayload('loss'), 'loss'), false)
  assert.equal(theirs.isControlOfAnother(mine.controlPayload('other'), 'loss'), false)
})
