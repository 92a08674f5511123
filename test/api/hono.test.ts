import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before } from 'node:test'
import * as newest from '@hono/node-server'
import type { Parley } from '@parley/core'
import { Hono } from 'hono'
import * as version1 from 'hono-node-server-1'
import { test } from '../support/cells.js'
import { startChat } from '../support/conversations.js'
import { useEngine } from '../support/engine.js'
import { at } from '../support/json.js'
import { forEachStorage } from '../support/storages.js'
import { exchange, userAgent, WebCaller } from '../support/web-client.js'
import { newestVersion, type Person } from '../support/world.js'

type Fetch = (
  request: Request,
  env: newest.HttpBindings | newest.Http2Bindings,
) => Promise<Response> | Response

/** The ways to mount an engine under Hono. A host passes its own context as the second argument. */
const mounts: Readonly<Record<string, (parley: Parley) => Fetch>> = {
  'as a handler of an app': (parley) =>
    new Hono().all('/agent/*', (c) => parley.fetch(c.req.raw)).all('*', (c) => parley.fetch(c.req.raw, c.env))
      .fetch,
  'in place of an app': (parley) => parley.fetch,
}

/**
 * On Node.js, Hono permanently replaces the global `Response`, so this file has its own process. Version 1 writes the
 * length of a body into the headers object that the response was created with.
 */
for (const [version, { serve }] of Object.entries({ 'version 1': version1, 'the newest version': newest })) {
  for (const [how, mount] of Object.entries(mounts)) {
    forEachStorage(`Parley under Hono, ${how}, on ${version} of its server`, (storage) => {
      const suite = useEngine(storage)
      const server: { origin: string; close?: () => void } = { origin: '' }

      before(async () => {
        const listening = serve({ fetch: mount(suite.engine.parley), port: 0, hostname: '127.0.0.1' })
        await once(listening, 'listening')
        const address = listening.address()
        assert.ok(typeof address === 'object' && address !== null)
        server.origin = `http://127.0.0.1:${address.port}`
        server.close = () => void listening.close()
      })
      after(() => server.close?.())

      function callerOf({ api, token, world }: Person): WebCaller {
        const licenseId = api === 'customer' ? { licenseId: world.licenseId } : {}
        return new WebCaller(server.origin, api, newestVersion[api], { token, ...licenseId })
      }

      test('Parley under Hono returns whole responses of different lengths', async () => {
        const world = await suite.world()
        const [customer, agent] = [await world.customer(), await world.agent('ada')]
        const { chatId: chat_id, threadId } = await startChat(customer)
        for (const length of [1, 1_000, 10, 10_000]) {
          const event = { type: 'message', text: 'é'.repeat(length) }
          const sent = await callerOf(customer).succeed('send_event', { chat_id, event })
          assert.equal(at(sent, 'event.text'), event.text)
          const threads = { chat_id, thread_ids: [threadId] }
          const read = await callerOf(agent).succeed('get_chat_threads', threads)
          assert.deepEqual(read, await agent.web().succeed('get_chat_threads', threads))
          assert.deepEqual(
            await callerOf(agent).succeed('send_typing_indicator', { chat_id, is_typing: true }),
            {},
          )
        }
      })

      test('Parley under Hono answers refusals, preflights and the authorization service', async () => {
        const agent = await (await suite.world()).agent('ada')
        const { length: before } = JSON.stringify(await callerOf(agent).succeed('get_filtered_chats'))
        const refusal = {
          type: 'authentication',
          message: 'Authentication error: a bearer token is required',
        }
        const { status, body } = await exchange(`${server.origin}/agent/v0.4/action/start_chat`, {
          method: 'POST',
        })
        assert.deepEqual([status, at(body, 'error'), before > 0], [401, refusal, true])
        const options = await exchange(`${server.origin}/agent/v0.4/action/start_chat`, { method: 'OPTIONS' })
        assert.deepEqual([options.status, options.body], [204, undefined])
        for (const path of ['/auth/.well-known/oauth-authorization-server', '/auth/info', '/auth/info']) {
          const headers = { authorization: `Bearer ${agent.token}` }
          assert.equal((await exchange(server.origin + path, { headers })).status, 200)
        }
      })

      test('Parley under Hono takes no client address from other arguments of the host', async () => {
        const world = await suite.world()
        const [customer, agent] = [await world.customer(), await world.agent('ada')]
        await callerOf(customer).succeed('update_customer', { name: 'Kim' })
        const { chatId: chat_id } = await startChat(customer)
        const read = await agent.web().succeed('get_chat_threads', { chat_id })
        const { ip, user_agent } = Object(at(read, 'chat.users.0.monitoring'))
        assert.deepEqual([ip, user_agent], [undefined, userAgent])
      })
    })
  }
}
