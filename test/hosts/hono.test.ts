import { once } from 'node:events'
import { Server } from 'node:http'
import { type HttpBindings, serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { attachRtm } from '@parley/adapter-node'
import { Hono } from 'hono'
import type { StartHost } from '../support/engine.js'
import { listening, restOfSite } from './listening.js'
import { testHost } from './suite.js'

const hono: StartHost = async (parley, path) => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/else', (c) => c.text(restOfSite))
  app.all(`${path}/*`, (c) => {
    const { address } = getConnInfo(c).remote
    return parley.fetch(c.req.raw, address === undefined ? {} : { remoteAddress: address })
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!(server instanceof Server)) throw new TypeError('This test is about HTTP/1.1')
  attachRtm(server, parley)
  await once(server, 'listening')
  return listening(server)
}

// In a process of its own: it puts a `Response` of its own in place of the global one.
testHost('Hono', hono)
testHost('Hono', hono, 'https://shop.example/support')
