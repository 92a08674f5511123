import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryFiles } from '@parley/core'
import { tokensFor } from '../oauth/flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../oauth/tenant.js'
import { say, startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { actionUrl, headersOf, sendFile } from '../support/forms.js'
import type { StartHost } from '../support/host.js'
import { at } from '../support/json.js'
import { memoryDatabase } from '../support/storages.js'
import { exchange } from '../support/web-client.js'
import { restOfSite } from './listening.js'

type Hosts = Readonly<Record<string, StartHost>>

const subPath = 'https://shop.example/support'

/**
 * Tests each host at its root and below a path, where it also tests hosts that parse bodies before Parley reads them.
 */
export function testHosts(plain: Hosts, parsing: Hosts): void {
  for (const [name, host] of Object.entries(plain)) testHost(name, host)
  for (const [name, host] of Object.entries({ ...plain, ...parsing })) testHost(name, host, subPath)
}

/** Tests that a host passes everything to Parley unchanged, whatever else it does. */
export function testHost(name: string, host: StartHost, baseUrl = '/'): void {
  describe(`Parley in ${name}, at ${new URL(baseUrl, 'http://localhost').pathname}`, () => {
    const suite = useEngine(memoryDatabase, {
      ...{ host, baseUrl, ...cheapPasswords, trustProxy: 1 },
      files: memoryFiles(),
    })
    const elsewhere = () => fetch(new URL('/else', suite.engine.origin))

    test('customers and agents write to each other, over HTTP and websockets, and are pushed to', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const [phone, desk] = [await customer.connect(), await agent.connect()]
      const { chatId: chat_id, threadId } = await startChat(customer)
      assert.equal(at(await desk.push('incoming_chat_thread'), 'chat.id'), chat_id)
      for (const text of ['é😀 "\\', 'x'.repeat(16_000)]) {
        await say(customer, chat_id, text)
        assert.equal(at(await desk.push('incoming_event'), 'event.text'), text)
      }
      await phone.succeed('send_event', { chat_id, event: { type: 'message', text: 'bye' } })
      const read = await agent.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assert.equal(at(read, 'chat.threads.0.events.2.text'), 'bye')
      for (const client of [phone, desk]) await client.close()
    })

    test('a file is uploaded and downloaded unchanged', async () => {
      const customer = await (await suite.world()).customer()
      const { chatId } = await startChat(customer)
      const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
      const url = new URL(await sendFile(customer, chatId, { bytes, name: 'a.bin' }), suite.engine.origin)
      const { origin } = new URL(suite.engine.origin)
      const response = await fetch(origin + url.pathname + url.search)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    })

    test('people sign in by forms, and apps get their tokens', async () => {
      const world = await suite.world()
      const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
      const { accessToken } = await tokensFor(world, app, agent)
      const { status } = await exchange(`${suite.engine.origin}/auth/info`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      assert.equal(status, 200)
    })

    test('refusals have the same responses as in every host', async () => {
      const agent = await (await suite.world()).agent('ada')
      const url = actionUrl(agent, 'send_event')
      assert.equal((await exchange(url, { method: 'POST' })).status, 401)
      assert.equal((await exchange(url, { headers: headersOf(agent) })).status, 405)
      assert.equal((await exchange(url, { method: 'OPTIONS' })).status, 204)
      const { status, body } = await exchange(url, {
        method: 'POST',
        headers: { ...headersOf(agent), 'content-type': 'application/json' },
        body: '{"payload":{}}',
      })
      assert.deepEqual([status, at(body, 'error.type')], [400, 'validation'])
    })

    test('behind a proxy, customers have the address that the proxy reports', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { status } = await exchange(actionUrl(customer, 'update_customer'), {
        method: 'POST',
        headers: {
          ...headersOf(customer),
          'content-type': 'application/json',
          'x-forwarded-for': '203.0.113.9',
        },
        body: '{"payload":{"name":"Kim"}}',
      })
      assert.equal(status, 200)
      const { chatId: chat_id } = await startChat(customer)
      const read = await agent.web().succeed('get_chat_threads', { chat_id })
      assert.equal(at(read, 'chat.users.0.monitoring.ip'), '203.0.113.9')
    })

    test('the host handles requests that are not for Parley, even after Parley is closed', async () => {
      const agent = await (await suite.world()).agent('ada')
      const desk = await agent.connect()
      assert.equal(await (await elsewhere()).text(), restOfSite)
      await suite.engine.parley.close()
      assert.equal((await desk.closed).code, 1012)
      assert.equal(await (await elsewhere()).text(), restOfSite)
      assert.equal((await exchange(actionUrl(agent, 'get_filtered_chats'), { method: 'POST' })).status, 503)
    })
  })
}
