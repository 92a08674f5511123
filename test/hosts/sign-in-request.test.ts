import assert from 'node:assert/strict'
import { createServer, type RequestListener, Server } from 'node:http'
import { test } from 'node:test'
import { serve } from '@hono/node-server'
import { parleyRouter } from '@parley/adapter-express'
import { createListener } from '@parley/adapter-node'
import { createParley, type Parley, type SignInRequest } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import express from 'express'
import express4 from 'express-4'
import { type Context, Hono } from 'hono'
import type { Host } from '../support/host.js'
import { listening } from './listening.js'

const origin = 'https://shop.example'
/** What a middleware of the host has made of the request's cookie. */
const session = { agentId: 'ada@example.com' }

interface WithSession {
  readonly session: typeof session
}

const isOfHost = (raw: unknown): raw is WithSession =>
  typeof raw === 'object' && raw !== null && 'session' in raw

const started = (listener: RequestListener) => listening(createServer(listener))

/** A Hono app, which hands each request to Parley like this. */
function startedHono(answer: (context: Context) => Promise<Response>): Promise<Host> {
  const app = new Hono()
  app.all('*', answer)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!(server instanceof Server)) throw new TypeError('This test is about HTTP/1.1')
  return listening(server)
}

function withSession(request: object, next: () => void): void {
  Object.assign(request, { session })
  next()
}

/** Each serves Parley behind a middleware that knows the session. */
const hosts: Readonly<Record<string, (parley: Parley) => Promise<Host>>> = {
  'Express 5': (parley) => {
    const app = express()
    app.use((request, _response, next) => withSession(request, next))
    app.use('/support', parleyRouter(parley))
    return started(app)
  },
  'Express 4': (parley) => {
    const app = express4()
    app.use((request, _response, next) => withSession(request, next))
    app.use('/support', parleyRouter(parley))
    return started(app)
  },
  'node:http': (parley) => {
    const toParley = createListener(parley)
    return started((request, response) => toParley(Object.assign(request, { session }), response))
  },
  'Hono, with its context': (parley) =>
    startedHono((c) => parley.fetch(c.req.raw, { raw: Object.assign(c, { session }) })),
  'Hono, with its request': (parley) =>
    startedHono((c) => parley.fetch(Object.assign(c.req.raw, { session }))),
}

for (const [name, start] of Object.entries(hosts)) {
  test(`the hook signIn reads the session that a middleware of ${name} has made`, async () => {
    const asked: SignInRequest[] = []
    const parley = await createParley({
      storage: memoryStorage(),
      baseUrl: `${origin}/support`,
      signIn: async (request) => {
        asked.push(request)
        return isOfHost(request.raw) ? { agentId: request.raw.session.agentId } : { redirectTo: '/login' }
      },
    })
    const host = await start(parley)
    try {
      const { id: licenseId } = await parley.admin.licenses.create({ name: 'Shop' })
      await parley.admin.agents.create({ licenseId, login: session.agentId, name: 'Ada' })
      const redirectUri = `${origin}/desk`
      const { clientId } = await parley.admin.apps.register({
        ...{ licenseId, name: 'Desk', type: 'browser', visibility: 'private', scopes: [] },
        ...{ redirectUris: [redirectUri], skipConsent: true },
      })
      const query = new URLSearchParams({
        response_type: 'token',
        client_id: clientId,
        redirect_uri: redirectUri,
      })
      const answer = await fetch(`${host.url}/support/auth/?${query}`, { redirect: 'manual' })
      assert.match(answer.headers.get('location') ?? '', /^https:\/\/shop\.example\/desk#access_token=pla_/)
      assert.equal(asked.length, 1)
    } finally {
      await parley.close()
      await host.close()
    }
  })
}
