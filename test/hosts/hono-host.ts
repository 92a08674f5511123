import { once } from 'node:events'
import { Server } from 'node:http'
import { type HttpBindings, serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { attachRtm } from '@parley/adapter-node'
import { Hono } from 'hono'
import type { StartHost } from '../support/host.js'
import { listening, restOfSite } from './listening.js'

export const honoHost: StartHost = async (parley) => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/else', (c) => c.text(restOfSite))
  app.all('*', (c) => {
    const { address } = getConnInfo(c).remote
    return parley.fetch(c.req.raw, address === undefined ? {} : { remoteAddress: address })
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!(server instanceof Server)) throw new TypeError('This test is about HTTP/1.1')
  attachRtm(server, parley)
  await once(server, 'listening')
  return listening(server)
}
