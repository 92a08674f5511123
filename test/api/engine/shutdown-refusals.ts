import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Storage } from '@parley/core/storage'
import { type HttpAnswer, parseAnswer } from '../../fuzz/http-peer.js'
import { openRawWebSocket } from '../../fuzz/raw-websocket.js'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { within } from '../../support/deadline.js'
import { TestEngine } from '../../support/engine.js'
import { RtmClient } from '../../support/rtm-client.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage, type StorageKind } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const shuttingDown = { type: 'service_unavailable', message: 'Service unavailable: shutting down' }

/** Starts an engine whose storage can be held, so that the engine is closed during an operation. */
async function start(storage: StorageKind) {
  const valve = new StorageValve()
  const wrap = (inner: Storage) => valve.guard(inner)
  const engine = await TestEngine.start(storage, { wrap })
  const world = await engine.world()
  return { engine, valve, world, customer: await world.customer() }
}

/** Sends the beginning of a request. The response resolves when the connection is closed. */
async function sendPart(
  origin: string,
  part: string,
): Promise<{ readonly answer: Promise<HttpAnswer | undefined> }> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => socket.write(part, resolve))
  const answer = within(closed, () => 'the end of the connection')
  return { answer: answer.then(() => parseAnswer(Buffer.concat(chunks), false)) }
}

function stalled(target: string, ...headers: string[]): string {
  return [`POST ${target} HTTP/1.1`, 'Host: parley.test', ...headers, 'Content-Length: 10', '', '{"pay'].join(
    '\r\n',
  )
}

function stalledCall({ token, world }: Person): string {
  const target = `/customer/v0.5/action/update_customer?license_id=${world.licenseId}`
  return stalled(target, `Authorization: Bearer ${token}`)
}

forEachStorage('refusals while the engine closes', (storage) => {
  test('a request whose body never arrives is refused, in the format of its API', async () => {
    const { engine, valve, customer } = await start(storage)
    const form = 'Content-Type: application/x-www-form-urlencoded'
    const call = await sendPart(engine.origin, stalledCall(customer))
    const token = await sendPart(engine.origin, stalled('/auth/token', form))
    const signIn = await sendPart(engine.origin, stalled('/auth/sign-in', form))
    // This request keeps the engine from closing before it has responded to the others.
    const phone = await customer.connect()
    await valve.hold()
    phone.request('update_customer', { name: 'Kim' })
    await valve.holding(1)
    const closing = engine.parley.close()
    const answers = await Promise.all([call.answer, token.answer, signIn.answer])
    for (const answer of answers) {
      const names = ['connection', 'retry-after']
      const headerValues = names.map((name) => answer?.headers.get(name))
      assert.deepEqual([answer?.status, ...headerValues], [503, 'close', '1'])
    }
    const [called, tokenBody, page] = answers.map((answer) => answer?.body ?? '')
    assert.deepEqual(JSON.parse(called ?? ''), { error: shuttingDown })
    assert.deepEqual(JSON.parse(tokenBody ?? '').error, 'temporarily_unavailable')
    assert.match(page ?? '', /<html/)
    valve.release()
    await closing
    await engine.stop()
  })

  test('requests that arrive during and after the close are refused without reading the storage', async () => {
    const { engine, valve, customer } = await start(storage)
    const phone = await customer.connect()
    await valve.hold()
    phone.request('update_customer', { name: 'Kim' })
    await valve.holding(1)
    const closing = engine.parley.close()
    const checkRefusals = async () => {
      const { status, headers, body } = await customer.web().post('get_chats_summary')
      assert.deepEqual([status, headers.get('connection'), body], [503, 'close', { error: shuttingDown }])
      const metadata = await fetch(`${engine.origin}/auth/.well-known/oauth-authorization-server`)
      assert.deepEqual([metadata.status, metadata.headers.get('connection')], [503, 'close'])
      const preflight = await fetch(`${engine.origin}/auth/token`, { method: 'OPTIONS' })
      assert.equal(preflight.status, 204)
      const refused = await RtmClient.openRefused(customer.rtmUrl())
      assert.deepEqual(refused, { status: 503, body: { error: shuttingDown }, retryAfter: '1' })
      const request = new Request(`${engine.origin}/customer/v0.5/static_config`)
      assert.equal((await engine.parley.fetch(request)).status, 503)
    }
    await checkRefusals()
    valve.release()
    await closing
    await checkRefusals()
    await engine.stop()
  })

  test('calls in process during the close are refused, and earlier ones finish', async () => {
    const { engine, valve, customer } = await start(storage)
    const { chatId: chat_id } = await startChat(customer)
    const methods = engine.parley.as({ customerId: customer.id })
    const send = () => methods.sendEvent({ chat_id, event: { type: 'message', text: 'Hello' } })
    await valve.hold()
    const held = send()
    await valve.holding(1)
    // The caller of this request has not been looked up yet.
    const atOnce = send()
    const closing = engine.parley.close()
    const refusal = { name: 'ParleyError', type: 'service_unavailable', message: shuttingDown.message }
    await assert.rejects(send(), refusal)
    valve.release()
    assert.deepEqual([(await held).event.order, (await atOnce).event.order].sort(), [1, 2])
    await closing
    await assert.rejects(send(), refusal)
    await engine.stop()
  })

  test('unfinished requests are refused before the connections are closed', async () => {
    const { engine, valve, customer } = await start(storage)
    // The changes are made to different customers, because those of one customer would run one after the other.
    const [other, third] = [await customer.world.customer(), await customer.world.customer()]
    const phone = await customer.connect()
    await valve.hold()
    const overRtm = phone.call('update_customer', { name: 'Kim' })
    const overHttp = other.web().post('update_customer', { name: 'Kim' })
    const methods = engine.parley.as({ customerId: third.id })
    const inProcess = assert.rejects(methods.updateCustomer({ name: 'Kim' }), shuttingDown)
    await valve.holding(3)
    const closing = engine.parley.close({ drainMs: 2_000 })
    engine.clock.advance(2_000)
    assert.deepEqual((await overRtm).payload, { error: shuttingDown })
    const { status, headers, body } = await overHttp
    assert.deepEqual([status, headers.get('connection'), body], [503, 'close', { error: shuttingDown }])
    await inProcess
    assert.equal((await phone.waitForEnd()).code, 1012)
    await closing
    await engine.stop()
  })

  test('close does not wait for peers that never complete the closing handshake', async () => {
    const { engine, customer } = await start(storage)
    const { port, pathname, search } = new URL(customer.rtmUrl())
    const silent = await openRawWebSocket(Number(port), pathname + search)
    const ended = within(once(silent, 'close'), () => 'the end of the connection', 2_000)
    const closing = engine.parley.close()
    // Waits for the close frame.
    await once(silent, 'data')
    engine.clock.advance(499)
    assert.equal(silent.destroyed, false)
    engine.clock.advance(1)
    await ended
    await closing
    await engine.stop()
  })
})
