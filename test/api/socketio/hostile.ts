import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { startChat } from '../../support/conversations.js'
import { within } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { askEngineIo, EngineIoSession, engineIoAddress } from '../../support/engine-io-session.js'
import { at } from '../../support/json.js'
import { memoryDatabase } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const unknownSession = { code: 1, message: 'Session ID unknown' }

describe('a hostile client of Socket.IO', () => {
  const suite = useEngine(memoryDatabase)

  /** Checks that the server still serves another user. */
  async function assertServed(person: Person): Promise<void> {
    const connection = await person.connect()
    await connection.succeed('ping')
    await connection.close()
  }

  for (const [what, packets] of [
    ['announces binary attachments', ['451-["message",{"_placeholder":true,"num":0}]']],
    ['sends binary', ['bAAAA']],
    ['sends something other than a Socket.IO packet', ['49']],
    ['sends an empty packet', ['4']],
    ['sends an event that is an object', ['42{}']],
    ['sends an event after letters', ['42abc["message",{}]']],
    ['sends an event without a name', ['42[]']],
    ['sends an acknowledgement that is not a list', ['437{}']],
    ['leaves the namespace', ['41']],
    ['joins twice', ['40']],
    ['sends something other than an Engine.IO packet', ['x']],
    ['sends a heartbeat in the wrong direction', ['2']],
  ] as const) {
    test(`a client that ${what} is disconnected`, async () => {
      const world = await suite.world()
      const session = await EngineIoSession.open((await world.customer()).rtmUrl())
      await session.post(...packets)
      await session.rest()
      await session.assertGone()
      await assertServed(await world.agent('ada'))
    })
  }

  test('a client that sends an event before it has joined is disconnected', async () => {
    const customer = await (await suite.world()).customer()
    const session = await EngineIoSession.open(customer.rtmUrl(), false)
    await session.emit({ action: 'ping' })
    await session.rest()
    await session.assertGone()
  })

  test('a client that waits for an acknowledgement gets an error immediately, and its request is not carried out', async () => {
    const session = await EngineIoSession.open((await (await suite.world()).customer()).rtmUrl())
    for (const packet of ['427["message",{"action":"ping"}]', '427["other"]']) {
      await session.post(packet, '437[]')
      const { text } = await session.poll()
      assert.match(
        text,
        /^437\[\{"type":"response","success":false,.*"validation".*without a callback/,
        packet,
      )
    }
    await session.emit({ action: 'ping' })
    assert.match((await session.poll()).text, /^42\["message",.*"success":true/)
  })

  test('a client that sends another event, or too many arguments, is refused, and may continue', async () => {
    const session = await EngineIoSession.open((await (await suite.world()).customer()).rtmUrl())
    for (const packet of ['42["other",{}]', '42["message"]', '42["message",{"action":"ping"},1]', '42']) {
      await session.post(packet)
      const { text } = await session.poll()
      assert.match(text, /^42\["message",\{.*"type":"validation"/, packet)
    }
    await session.emit({ action: 'ping' })
    assert.match((await session.poll()).text, /"success":true/)
  })

  test('a client that asks for another namespace gets a connect error', async () => {
    const session = await EngineIoSession.open((await (await suite.world()).customer()).rtmUrl(), false)
    await session.post('40/admin,{"token":"x"}')
    assert.equal((await session.poll()).text, '44/admin,{"message":"Invalid namespace"}')
  })

  test('a client that nests JSON too deeply is refused', async () => {
    const session = await EngineIoSession.open((await (await suite.world()).customer()).rtmUrl())
    await session.post(`42["message",${'['.repeat(20_000)}${']'.repeat(20_000)}]`)
    assert.match((await session.poll()).text, /"type":"validation"/)
  })

  test('a client that names an unknown session gets an error, whatever it asks for', async () => {
    const url = (await (await suite.world()).customer()).rtmUrl()
    for (const sid of ['__proto__', 'constructor', 'x'.repeat(4_000), '../..', '\u0000']) {
      for (const init of [{}, { method: 'POST', body: '40' }]) {
        const { status, text } = await askEngineIo(url, { sid }, init)
        assert.deepEqual([status, JSON.parse(text)], [400, unknownSession], sid)
      }
    }
  })

  test('a client that speaks no known version or transport is refused', async () => {
    const url = (await (await suite.world()).customer()).rtmUrl()
    for (const query of [
      { EIO: '2' },
      { EIO: '' },
      { EIO: '5' },
      { transport: 'webtransport' },
      { transport: 'websocket' },
      { transport: '__proto__' },
      { j: '0' },
      { sid: 'x'.repeat(9_000) },
    ]) {
      assert.equal((await askEngineIo(url, query)).status, 400, JSON.stringify(query).slice(0, 99))
    }
    assert.equal((await askEngineIo(url, {}, { method: 'POST', body: '40' })).status, 400)
  })

  test('a client that sends too much in a request is disconnected', async () => {
    const world = await suite.world()
    const session = await EngineIoSession.open((await world.customer()).rtmUrl())
    await assertTooMuch(session, 'x'.repeat(70_000))
    await session.rest()
    await session.assertGone()
    await assertServed(await world.customer())
  })

  test('a client that sends hundreds of packets in a request is disconnected', async () => {
    const session = await EngineIoSession.open((await (await suite.world()).customer()).rtmUrl())
    await session.post(...Array.from({ length: 900 }, () => '42["message",{}]'))
    await session.rest()
    await session.assertGone()
  })

  test('a client that sends thousands of packets in a request is disconnected, and none of them is read', async () => {
    const session = await EngineIoSession.open((await (await suite.world()).customer()).rtmUrl())
    await assert.rejects(session.post(...Array.from({ length: 3_000 }, () => '42["message",{}]')))
    const answers = (await session.rest()).filter((packet) => packet.startsWith('42'))
    assert.deepEqual(answers, [])
    await session.assertGone()
  })

  test('a client that sends thousands of binary packets in a request is disconnected', async () => {
    const url = (await (await suite.world()).customer()).rtmUrl()
    const [, sid = ''] = /"sid":"([^"]+)"/.exec((await askEngineIo(url, { EIO: '3' })).text) ?? []
    const body = Buffer.from('0101ff04'.repeat(3_000), 'hex')
    const headers = { 'content-type': 'application/octet-stream' }
    await assert.rejects(askEngineIo(url, { EIO: '3', sid }, { method: 'POST', body, headers }))
  })

  for (const [what, EIO, type] of [
    ['text', '4', 'text/plain'],
    ['binary', '3', 'application/octet-stream'],
  ] as const) {
    test(`a client that sends ${what} in thousands of tiny chunks is disconnected`, async () => {
      const world = await suite.world()
      const url = (await world.customer()).rtmUrl()
      const [, sid = ''] = /"sid":"([^"]+)"/.exec((await askEngineIo(url, { EIO })).text) ?? []
      await sendTinyChunks(engineIoAddress(url, { EIO, sid }), type)
      const { text } = await askEngineIo(url, { EIO, sid })
      assert.deepEqual(JSON.parse(text), unknownSession)
      await assertServed(await world.customer())
    })
  }

  for (const [what, method, query] of [
    ['a POST of an unknown session', 'POST', { sid: 'x'.repeat(20) }],
    ['a POST without a session', 'POST', {}],
    ['a handshake with a body', 'GET', {}],
  ] as const) {
    test(`the body of ${what} is not read when it comes in tiny chunks`, async () => {
      const customer = await (await suite.world()).customer()
      await sendTinyChunks(engineIoAddress(customer.rtmUrl(), query), 'text/plain', method)
      await assertServed(customer)
    })
  }

  test('a client that polls with a body is not read, and may continue', async () => {
    const customer = await (await suite.world()).customer()
    const session = await EngineIoSession.open(customer.rtmUrl())
    await sendTinyChunks(engineIoAddress(customer.rtmUrl(), { sid: session.sid }), 'text/plain', 'GET')
    await session.emit({ action: 'ping' })
    assert.match((await session.poll()).text, /"success":true/)
  })

  test('a client that polls twice at a time is disconnected', async () => {
    const world = await suite.world()
    const session = await EngineIoSession.open((await world.customer()).rtmUrl())
    const polls = await Promise.all([session.poll(), session.poll()])
    assert.ok(polls.some(({ status }) => status === 400))
    await session.assertGone()
    await assertServed(await world.customer())
  })
})

/** Sends a request in tiny chunks. Resolves when the server has closed the connection. */
async function sendTinyChunks(
  { host, port, pathname, search }: URL,
  type: string,
  method: 'GET' | 'POST' = 'POST',
): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1')
  const isOver = new Promise((resolve) => socket.once('close', resolve))
  // The client may still be writing when the server closes the connection.
  socket.on('error', () => socket.destroy())
  socket.resume()
  socket.write(`${method} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n`)
  socket.write(`content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`)
  socket.write('1\r\nx\r\n'.repeat(20_000))
  await within(isOver, () => 'the server to hang up')
}

async function assertTooMuch(session: EngineIoSession, text: string): Promise<void> {
  try {
    assert.equal((await session.post(text)).status, 413)
  } catch (error) {
    // The connection may be closed before the response is read.
    assert.ok(error instanceof TypeError, String(error))
  }
}

describe('polling sessions', () => {
  const suite = useEngine(memoryDatabase, {
    rtm: { anonymousPerAddressCount: 3, bufferedBytes: 65_536 },
  })

  test('polling sessions before login are limited like other connections, and free their slots when they end', async () => {
    const customer = await (await suite.world()).customer()
    const url = customer.rtmUrl()
    for (let count = 0; count < 3; count += 1) await EngineIoSession.open(url, false)
    const { status, text } = await askEngineIo(url, {})
    assert.deepEqual([status, at(JSON.parse(text), 'error.type')], [429, 'too_many_requests'])
    // No client polls, so the sessions end without being read.
    suite.engine.clock.advance(31_000)
    suite.engine.clock.advance(10_000)
    await EngineIoSession.open(url, false)
    suite.engine.clock.advance(31_000)
    suite.engine.clock.advance(10_000)
  })

  test('polling sessions that never poll again are closed, and no other client waits', async () => {
    const world = await suite.world()
    const [customer, writer] = [await world.customer(), await world.agent('ada')]
    const session = await EngineIoSession.open(customer.rtmUrl())
    await session.emit({ request_id: '1', action: 'login', payload: { token: customer.token } })
    assert.match((await session.poll()).text, /"request_id":"1".*"success":true/)
    const { chatId } = await startChat(customer)
    const connection = await writer.connect()
    await connection.succeed('join_chat', { chat_id: chatId, agent_ids: [writer.id] })
    const text = 'x'.repeat(8_000)
    for (let count = 0; count < 12; count += 1) {
      await connection.succeed('send_event', { chat_id: chatId, event: { type: 'message', text } })
    }
    suite.engine.clock.advance(1_000)
    suite.engine.clock.advance(10_000)
    await session.rest()
    await session.assertGone()
    await connection.succeed('ping')
  })
})
