import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { WebSocket } from 'ws'
import { within } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { EngineIoSession, engineIoAddress } from '../../support/engine-io-session.js'
import { memoryDatabase } from '../../support/storages.js'

type Abuse = (websocket: WebSocket) => void

const abuses: Readonly<Record<string, Abuse>> = {
  'sends more bytes than a probe needs': (websocket) => websocket.send('x'.repeat(65)),
  'sends requests before the upgrade': (websocket) => websocket.send('42["message",{"action":"ping"}]'),
  'sends several probes': (websocket) => {
    for (let count = 0; count < 5; count += 1) websocket.send('2probe')
  },
  'sends binary': (websocket) => websocket.send(Buffer.from('2probe')),
  'sends control frames': (websocket) => websocket.ping(),
  'sends something other than an Engine.IO packet': (websocket) => websocket.send('x'),
}

describe('a websocket that probes an upgrade of a polling session', () => {
  const suite = useEngine(memoryDatabase)

  async function setUp(): Promise<{ readonly session: EngineIoSession; tried(): WebSocket }> {
    const url = (await (await suite.world()).customer()).rtmUrl()
    const session = await EngineIoSession.open(url)
    const { sid } = session
    return { session, tried: () => new WebSocket(engineIoAddress(url, { transport: 'websocket', sid })) }
  }

  for (const [what, abuse] of Object.entries(abuses)) {
    test(`a probe that ${what} is ended, and the session keeps polling and can still be upgraded`, async () => {
      const { session, tried } = await setUp()
      const hostile = tried()
      await within(once(hostile, 'open'), () => 'the websocket')
      abuse(hostile)
      await within(once(hostile, 'close'), () => 'its end')
      await assertPolls(session)
      await upgrade(tried())
      await session.assertGone()
    })
  }

  test('a second probe is refused', async () => {
    const { session, tried } = await setUp()
    const first = tried()
    await within(once(first, 'open'), () => 'the websocket')
    first.send('2probe')
    await waitForText(first, '3probe')
    const second = tried()
    const [, response] = await within(once(second, 'unexpected-response'), () => 'a refusal')
    assert.equal(response.statusCode, 400)
    response.resume()
    await assertPolls(session)
    first.send('5')
    first.send('42["message",{"request_id":"1","action":"ping"}]')
    await waitForText(first, /"request_id":"1".*"success":true/)
    first.terminate()
  })

  test('a probe is refused once the session uses a websocket, or has ended', async () => {
    const { session, tried } = await setUp()
    const websocket = await upgrade(tried(), false)
    await assertRefused(tried())
    websocket.close()
    await within(once(websocket, 'close'), () => 'its end')
    await assertRefused(tried())
    await session.assertGone()
  })
})

async function assertRefused(websocket: WebSocket): Promise<void> {
  const [, response] = await within(once(websocket, 'unexpected-response'), () => 'a refusal')
  assert.equal(response.statusCode, 400)
  response.resume()
}

/**
 * Checks that the session responds to a request over polling. It may also receive the packet that frees the poll for
 * an upgrade.
 */
async function assertPolls(session: EngineIoSession): Promise<void> {
  await session.emit({ request_id: 'polled', action: 'ping' })
  for (;;) {
    const { status, text } = await session.poll()
    assert.equal(status, 200, text)
    if (/"request_id":"polled".*"success":true/.test(text)) return
    assert.equal(text, '6')
  }
}

async function upgrade(websocket: WebSocket, ends = true): Promise<WebSocket> {
  if (websocket.readyState !== WebSocket.OPEN) await within(once(websocket, 'open'), () => 'the websocket')
  websocket.send('2probe')
  await waitForText(websocket, '3probe')
  websocket.send('5')
  websocket.send('42["message",{"action":"ping"}]')
  await waitForText(websocket, /"success":true/)
  if (ends) {
    websocket.close()
    await within(once(websocket, 'close'), () => 'its end')
  }
  return websocket
}

async function waitForText(websocket: WebSocket, expected: string | RegExp): Promise<void> {
  const [data] = await within(once(websocket, 'message'), () => String(expected))
  assert.match(String(data), typeof expected === 'string' ? new RegExp(`^${expected}$`) : expected)
}
