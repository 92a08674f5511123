import { once } from 'node:events'
import { createServer } from 'node:http'
import { bodyParser } from '@koa/bodyparser'
import { attachRtm, createListener } from '@parley/adapter-node'
import Koa from 'koa'
import { listening, restOfSite } from '../../hosts/listening.js'
import type { StartHost } from '../../support/host.js'

function koaHost(parseOn: (app: Koa) => unknown = () => undefined): StartHost {
  return (parley) => {
    const app = new Koa()
    parseOn(app)
    const toParley = createListener(parley)
    app.use(async (ctx, next) => {
      if (!parley.owns(ctx.path)) return next()
      ctx.respond = false
      toParley(ctx.req, ctx.res)
      await once(ctx.res, 'close')
    })
    app.use((ctx) => {
      ctx.body = restOfSite
    })
    const server = createServer(app.callback())
    attachRtm(server, parley)
    return listening(server)
  }
}

export const koaHosts: Readonly<Record<string, StartHost>> = { Koa: koaHost() }
export const parsingKoaHosts: Readonly<Record<string, StartHost>> = {
  // `patchNode` also stores the parsed body in the request of Node.js.
  'Koa, behind its parser': koaHost((app) => app.use(bodyParser({ patchNode: true }))),
}
