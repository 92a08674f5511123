import { createServer } from 'node:http'
import { attachRtm, createListener } from '@parley/adapter-node'
import Fastify from 'fastify'
import Koa from 'koa'
import { listening } from '../../hosts/listening.js'
import { session, testSignInRequest } from '../../hosts/sign-in-request.js'

/** Each framework's own request or context is passed on as its guide in `docs/guides/hosts` describes. */
testSignInRequest({
  Fastify: async (parley) => {
    const app = Fastify()
    const toParley = createListener(parley)
    app.decorateRequest('session')
    app.addHook('onRequest', async (request) => {
      request.setDecorator('session', session)
    })
    app.addHook('onRequest', (request, reply, done) => {
      const raw = Object.assign(request.raw, { session: request.getDecorator('session') })
      toParley(raw, reply.raw, done)
    })
    attachRtm(app.server, parley)
    await app.listen({ port: 0, host: '127.0.0.1' })
    return listening(app.server, app)
  },
  Koa: (parley) => {
    const app = new Koa()
    const toParley = createListener(parley)
    app.use((ctx, next) => {
      ctx.state.session = session
      return next()
    })
    app.use((ctx) => {
      ctx.respond = false
      toParley(Object.assign(ctx.req, { session: ctx.state.session }), ctx.res)
    })
    return listening(createServer(app.callback()))
  },
})
