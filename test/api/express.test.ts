import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createListener } from '@parley/adapter-node'
import type { Parley } from '@parley/core'
import express, { type Express } from 'express'
import { Browser } from '../oauth/browser.js'
import { authorizeQuery, exchangeForm } from '../oauth/flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../oauth/tenant.js'
import { startChat } from '../support/conversations.js'
import { TestEngine, useEngine } from '../support/engine.js'
import { validation } from '../support/errors.js'
import { at, textAt } from '../support/json.js'
import { unhurriedRates } from '../support/rates.js'
import { homeDatabase } from '../support/storages.js'
import { exchange, type WebAnswer } from '../support/web-client.js'

const all = { type: () => true, limit: '2mb' }

/** Middleware that hosts put in front of Parley. */
const parsers: Readonly<Record<string, (app: Express) => unknown>> = {
  'no parser': () => undefined,
  'parsers of JSON and forms': (app) =>
    app.use(express.json({ limit: '2mb' }), express.urlencoded({ extended: false })),
  'parsers of JSON and nested forms': (app) =>
    app.use(express.json({ limit: '2mb' }), express.urlencoded({ extended: true })),
  'a parser of bytes': (app) => app.use(express.raw(all)),
  'a parser of text': (app) => app.use(express.text(all)),
}

/** The ways to mount Parley, so that it handles the paths below `/support`. */
const mounts: Readonly<Record<string, (app: Express, parley: Parley) => unknown>> = {
  'under its prefix': (app, parley) => app.use('/support', createListener(parley)),
  'for the whole app': (app, parley) => app.use(createListener(parley)),
}

interface Mounted {
  readonly origin: string
  close(): void
}

async function mounted(app: Express): Promise<Mounted> {
  const server: Server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    origin: `http://127.0.0.1:${address.port}/support`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const baseUrl = 'http://127.0.0.1/support'

for (const [mount, mountOn] of Object.entries(mounts)) {
  for (const [parser, parseOn] of Object.entries(parsers)) {
    describe(`Parley in an Express app ${mount}, behind ${parser}`, () => {
      const suite = useEngine(homeDatabase, { ...cheapPasswords, baseUrl })
      let host: Mounted | undefined

      before(async () => {
        const app = express()
        parseOn(app)
        mountOn(app, suite.engine.parley)
        app.use((_, response) => void response.status(404).json({ host: true }))
        host = await mounted(app)
      })
      after(() => host?.close())
      const originOf = () => host?.origin ?? assert.fail()

      const send = (token: string, action: string, body: string | Uint8Array, headers = {}) =>
        exchange(`${originOf()}/agent/v0.4/action/${action}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
          body,
        })

      test('Parley in Express answers an action like the same request without a framework', async () => {
        const agent = await (await suite.world()).agent('ada')
        const { chatId: chat_id, threadId } = await startChat(agent)
        const event = { type: 'message', text: 'é😀 "\\' }
        const { status, body } = await send(
          agent.token,
          'send_event',
          JSON.stringify({ payload: { chat_id, event } }),
        )
        assert.deepEqual([status, at(body, 'event.text')], [200, event.text])
        const read = await agent.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
        assert.equal(at(read, 'chat.threads.0.events.0.text'), event.text)
      })

      test('Parley in Express refuses invalid requests as it does without a framework', async () => {
        const { token } = await (await suite.world()).agent('ada')
        const errorOf = async (body: string) => at((await send(token, 'send_event', body)).body, 'error')
        for (const [body, detail] of [
          ['{"payload":{"text":"a\\u0000"}}', 'request.payload.text contains a NUL character'],
          ['{"payload":[]}', 'payload must be an object'],
          ['[]', 'the request must be a JSON object'],
          ['{}', 'payload.chat_id is required'],
          [
            JSON.stringify({
              payload: Object.fromEntries(Array.from({ length: 1_001 }, (_, key) => [key, 0])),
            }),
            'request.payload has more than 1000 keys',
          ],
        ] as const) {
          assert.deepEqual(await errorOf(body), validation(detail), body)
        }
        const deep = at(await errorOf(`{"payload":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), 'message')
        assert.match(String(deep), /is nested deeper than 32 levels$/)
      })

      test('Parley in Express accepts bodies of up to 256 KiB, with and without a content length', async () => {
        const { token } = await (await suite.world()).agent('ada')
        const padded = (size: number) => `{"payload":{"x":"${'x'.repeat(size - 20)}"}}`
        assert.equal((await send(token, 'send_event', padded(262_144))).status, 400)
        const tooLarge = await send(token, 'send_event', padded(262_145))
        assert.deepEqual([tooLarge.status, at(tooLarge.body, 'error.type')], [413, 'entity_too_large'])
        const url = `${originOf()}/agent/v0.4/action/send_event`
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const body = new Blob([padded(262_200)]).stream()
        assert.equal((await exchange(url, { method: 'POST', headers, body, duplex: 'half' })).status, 413)
      })

      test('Parley in Express answers requests without a body and with other methods', async () => {
        const { token } = await (await suite.world()).agent('ada')
        const authorization = `Bearer ${token}`
        const url = `${originOf()}/agent/v0.4/action/get_filtered_chats`
        assert.equal((await exchange(url, { method: 'POST', headers: { authorization } })).status, 200)
        assert.equal((await exchange(url, {})).status, 405)
        assert.equal((await exchange(url, { method: 'OPTIONS' })).status, 204)
        assert.equal((await exchange(`${originOf()}/auth/info`, { headers: { authorization } })).status, 200)
      })

      test('Parley in Express lets users sign in, and apps get their tokens', async () => {
        const world = await suite.world()
        const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
        const browser = new Browser(`${originOf()}/auth`)
        const page = await browser.arrive(authorizeQuery(app))
        const consent = await browser.submit(page, { login: agent.id, password: agent.password })
        const { location } = await browser.submit(consent, { decision: 'allow' })
        const code = new URL(location ?? assert.fail(consent.text)).searchParams.get('code') ?? ''
        const post = (form: string) =>
          exchange(`${originOf()}/auth/token`, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: form,
          })
        const form = String(new URLSearchParams(exchangeForm(app, code, { 'foreign[deep]': 'x' })))
        const twice = await post(`${form}&code=another`)
        assert.deepEqual([twice.status, twice.body], [400, repeated('code')])
        const { status, body } = await post(form)
        assert.equal(status, 200, JSON.stringify(body))
        assert.equal(typeof textAt(body, 'access_token'), 'string')
      })

      test('Parley in Express leaves other paths to the host', async () => {
        const { status, body } = await exchange(`${new URL(originOf()).origin}/else`, {})
        assert.deepEqual([status, body], [404, { host: true }])
      })
    })
  }
}

const repeated = (name: string) => ({
  error: 'invalid_request',
  error_description: `${name} is given more than once`,
})

test('the byte rate limit counts long bodies by their size, parsed or not, chunked or not, compressed or not', async (context) => {
  const appRequestBytesPerSecond = 65_536
  const rates = { ...unhurriedRates, appRequestBytesPerSecond }
  const engine = await TestEngine.start(homeDatabase, { baseUrl, rates })
  context.after(() => engine.stop())
  const text = JSON.stringify({ payload: { padding: 'x'.repeat(249_000) } })
  const ways: Readonly<Record<string, () => Omit<RequestInit, 'method'>>> = {
    announced: () => ({ body: text }),
    chunked: () => ({ body: new Blob([text]).stream(), duplex: 'half' }),
    packed: () => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip' } }),
  }
  for (const [parser, parseOn] of Object.entries(parsers)) {
    const app = express()
    parseOn(app)
    app.use(createListener(engine.parley))
    const host = await mounted(app)
    context.after(() => host.close())
    for (const [way, init] of Object.entries(ways)) {
      // Without a parser nothing is unpacked.
      if (way === 'packed' && parser === 'no parser') continue
      const { token } = await (await engine.world()).agent('ada')
      const statuses: number[] = []
      for (let count = 0; count < 4; count += 1) {
        const { headers, ...rest } = init()
        const { status } = await exchange(`${host.origin}/agent/v0.4/action/get_filtered_chats`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
          ...rest,
        })
        statuses.push(status)
      }
      // The burst is eight seconds' worth, and one more request is owed.
      assert.deepEqual(statuses, [200, 200, 200, 429], `${parser}, ${way}`)
    }
  }
})

test('a body that another middleware consumed is reported to the host, with the parser to configure', async (context) => {
  const engine = await TestEngine.start(homeDatabase, { baseUrl, expectsErrors: true })
  context.after(() => engine.stop())
  const app = express()
  app.use((request, _, next) => void request.resume().on('end', () => next()))
  app.use('/support', createListener(engine.parley))
  const host = await mounted(app)
  context.after(() => host.close())
  const { token } = await (await engine.world()).agent('ada')
  const post = (path: string, type: string, body: string): Promise<WebAnswer> =>
    exchange(host.origin + path, {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      body,
    })
  const action = await post('/agent/v0.4/action/get_filtered_chats', 'application/json', '{}')
  const advice =
    'the body was read before Parley got the request. Mount the body parser for application/json (such as express.json()) after Parley, or make it keep the body in request.body'
  assert.deepEqual(
    [action.status, at(action.body, 'error')],
    [500, { type: 'internal', message: `Internal server error: ${advice}` }],
  )
  const form = await post('/auth/token', 'application/x-www-form-urlencoded', 'grant_type=x')
  assert.deepEqual([form.status, at(form.body, 'error')], [500, 'server_error'])
  assert.match(JSON.stringify(engine.errors, errorsAsText), /application\/json.*express\.urlencoded\(\)/s)
})

function errorsAsText(_: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value
}
