import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  acknowledgementRefusal,
  connectPacket,
  messageEvent,
  readPacket,
  refusalPacket,
  socketIoFormat,
} from './packet.js'

test('the argument of a message event is returned unparsed', () => {
  for (const text of ['{"a":[1]}', '{"a":"]"}', '[[]]', '"', '1,2', '{']) {
    for (const packet of [`2["message",${text}]`, `2/,["message",${text}]`, `2[ "message" ,${text}] `]) {
      assert.deepEqual(readPacket(packet), { kind: 'message', text }, packet)
    }
  }
})

test('other events, and events without an argument, are distinguished', () => {
  for (const packet of ['2', '2/,', '27', '2["message"]', '2["other",{}]', '2[7,{}]', '2 ["a\\"b"] ']) {
    assert.deepEqual(readPacket(packet), { kind: 'other_event' }, packet)
  }
})

test('packets that the reference cannot decode are invalid', () => {
  for (const packet of [
    ...[
      '2{}',
      '2abc["message",{}]',
      '2[]',
      '2null',
      '2"message"',
      '2[{}]',
      '2[null,1]',
      '2["message",1',
      '2["message",1]x',
    ],
    ...[
      '2["message"',
      '2["connect",{}]',
      '2[ "disconnect" ]',
      '2["newListener"]',
      '2/,{}',
      '27{}',
      '2-1["message",{}]',
    ],
    ...['3{}', '3abc', '37"x"', '1{}', '1[]', '0[]', '0abc', '0"x"', '0/,x', '0{'],
  ]) {
    assert.deepEqual(readPacket(packet), { kind: 'invalid' }, packet)
  }
  for (const [packet, kind] of [
    ['3', 'acknowledgement'],
    ['3/,7[{}]', 'acknowledgement'],
    ['1/,', 'disconnect'],
    ['0{}', 'connect'],
  ] as const) {
    assert.equal(readPacket(packet).kind, kind, packet)
  }
})

test('any event that requests an acknowledgement is returned with its id', () => {
  for (const packet of ['217["message",{}]', '2/,17["message",{}]', '217["other"]']) {
    assert.deepEqual(readPacket(packet), { kind: 'asks_acknowledgement', id: '17' }, packet)
  }
  assert.match(
    acknowledgementRefusal('17'),
    /^317\[\{"type":"response","success":false,.*"validation".*\}\]$/,
  )
  assert.equal(readPacket('217["message",{}]x').kind, 'invalid')
})

test('a namespace is returned without its query and payload', () => {
  const names = [
    ['0', '/'],
    ['0{"token":"x"}', '/'],
    ['0/', '/'],
    ['0/,{}', '/'],
    ['0/?token=x', '/'],
    ['0/admin', '/admin'],
    ['0/admin,{}', '/admin'],
    ['0/admin?token=x,', '/admin'],
  ] as const
  for (const [packet, namespace] of names) {
    assert.deepEqual(readPacket(packet), { kind: 'connect', namespace }, packet)
  }
  assert.deepEqual(readPacket(`0/${'x'.repeat(128)}`), { kind: 'invalid' })
})

test('other valid packets are recognized', () => {
  const kinds = [
    ['1', 'disconnect'],
    ['37[]', 'acknowledgement'],
    ['51-["message",{"_placeholder":true,"num":0}]', 'binary'],
    ['61-7[]', 'binary'],
    ['1/admin,', 'invalid'],
    ['2/admin,["message",{}]', 'invalid'],
    ['3/admin,7[]', 'invalid'],
    ['4{"message":"x"}', 'invalid'],
    ['', 'invalid'],
    ['x', 'invalid'],
  ] as const
  for (const [packet, kind] of kinds) assert.equal(readPacket(packet).kind, kind, packet)
})

test('a long packet is read in linear time', () => {
  const long = `2["message"${' '.repeat(200_000)}`
  const began = performance.now()
  assert.equal(readPacket(long).kind, 'invalid')
  assert.equal(readPacket(`2${'1'.repeat(200_000)}`).kind, 'other_event')
  assert.equal(readPacket(`2/?${'1'.repeat(200_000)}`).kind, 'other_event')
  assert.equal(readPacket(`2["${'a'.repeat(200_000)}"]`).kind, 'other_event')
  assert.ok(performance.now() - began < 1_000)
})

test('packets are written in the format of their revision', () => {
  assert.equal(messageEvent('{}'), '2["message",{}]')
  assert.equal(connectPacket(undefined), '0')
  assert.equal(connectPacket('x'), '0{"sid":"x"}')
  assert.equal(refusalPacket('/admin', true), '4/admin,{"message":"Invalid namespace"}')
  assert.equal(refusalPacket('/admin', false), '4/admin,"Invalid namespace"')
  const packet = Buffer.from('42["message",{}]')
  assert.deepEqual(
    Buffer.from(socketIoFormat.encode('{}')),
    Buffer.concat([Buffer.from([0x81, packet.length]), packet]),
  )
})
