import { createServer, type RequestListener, Server } from 'node:http'
import { serve } from '@hono/node-server'
import { parleyRouter } from '@parley/adapter-express'
import { createListener } from '@parley/adapter-node'
import express from 'express'
import express4 from 'express-4'
import { type Context, Hono } from 'hono'
import type { Host } from '../support/host.js'
import { listening } from './listening.js'
import { mountPath, session, testSignInRequest } from './sign-in-request.js'

const started = (listener: RequestListener) => listening(createServer(listener))

/** Starts a Hono app that passes each request to Parley like this. */
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

testSignInRequest({
  'Express 5': (parley) => {
    const app = express()
    app.use((request, _response, next) => withSession(request, next))
    app.use(mountPath, parleyRouter(parley))
    return started(app)
  },
  'Express 4': (parley) => {
    const app = express4()
    app.use((request, _response, next) => withSession(request, next))
    app.use(mountPath, parleyRouter(parley))
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
})
