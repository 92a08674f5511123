import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { startChat } from '../../support/conversations.js'
import { within } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { EngineIoSession, engineIoAddress } from '../../support/engine-io-session.js'
import type { RtmClient } from '../../support/rtm-client.js'
import { memoryDatabase } from '../../support/storages.js'

const longText = 'x'.repeat(16_000)

interface Scene {
  readonly url: string
  readonly session: EngineIoSession
  /** Sends a message of an agent to the customer's chat. */
  say(text: string): Promise<void>
  readonly writer: RtmClient
}

describe('a customer who polls', () => {
  const suite = useEngine(memoryDatabase)

  async function setUp(): Promise<Scene> {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const url = customer.rtmUrl()
    const session = await EngineIoSession.open(url)
    await session.emit({ request_id: '1', action: 'login', payload: { token: customer.token } })
    assert.match((await session.poll()).text, /"request_id":"1".*"success":true/)
    const { chatId: chat_id } = await startChat(customer)
    const writer = await agent.connect()
    await writer.succeed('join_chat', { chat_id, agent_ids: [agent.id] })
    const say = async (text: string) => {
      await agent.web().succeed('send_event', { chat_id, event: { type: 'message', text } })
    }
    await session.poll()
    return { url, session, say, writer }
  }

  function advance(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) suite.engine.clock.advance(1_000)
  }

  test('a customer who polls within every 10 s receives everything', async () => {
    const { session, say, writer } = await setUp()
    for (let round = 0; round < 10; round += 1) {
      await say(`round ${round}`)
      advance(9)
      assert.match((await session.poll()).text, new RegExp(`"round ${round}"`))
      await session.emit({ action: 'ping' })
      assert.match((await session.poll()).text, /"success":true/)
      await writer.succeed('ping')
    }
  })

  test('a customer who does not poll for 10 s is disconnected, however few pushes wait', async () => {
    const { session, say, writer } = await setUp()
    await say('hello')
    advance(11)
    await session.rest()
    await session.assertGone()
    await writer.succeed('ping')
  })

  test('a customer who does not read the poll response is disconnected, and no other client waits', async () => {
    const { url, session, say, writer } = await setUp()
    // Sends more than the buffers of both ends hold.
    for (let count = 0; count < 700; count += 1) await say(longText)
    const address = engineIoAddress(url, { sid: session.sid })
    const socket = connect(Number(address.port), address.hostname)
    socket.write(`GET ${address.pathname}${address.search} HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`)
    await within(once(socket, 'readable'), () => 'the beginning of an answer')
    await writer.succeed('ping')
    advance(12)
    await session.assertGone()
    await say('still here')
    const end = once(socket, 'close')
    socket.resume()
    await within(end, () => 'the end of the answer')
    assert.ok(socket.bytesRead < 700 * longText.length, 'the customer was not disconnected')
  })
})
