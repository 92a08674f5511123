import { attachRtm, createListener } from '@parley/adapter-node'
import Fastify from 'fastify'
import { listening, restOf, restOfSite } from '../../hosts/listening.js'
import type { Host, StartHost } from '../../support/host.js'

/** Mounts Parley before Fastify looks for a route and reads a body. */
export const fastifyHost: StartHost = (parley) => {
  const app = Fastify()
  const toParley = createListener(parley)
  const ofHost = restOf(parley)
  app.setNotFoundHandler((request, reply) => {
    reply.hijack()
    ofHost(request.raw, reply.raw)
  })
  app.addHook('onRequest', (request, reply, done) => toParley(request.raw, reply.raw, done))
  return started(app, parley)
}

/** Mounts Parley as a route, after Fastify's body parsers. */
const byRoute: StartHost = (parley, path) => {
  const app = Fastify()
  const toParley = createListener(parley)
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all(`${path}/*`, (request, reply) => {
    reply.hijack()
    toParley(Object.assign(request.raw, { body: request.body }), reply.raw)
  })
  return started(app, parley)
}

async function started(app: ReturnType<typeof Fastify>, parley: Parameters<StartHost>[0]): Promise<Host> {
  app.get('/else', async () => restOfSite)
  attachRtm(app.server, parley)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return listening(app.server, app)
}

export const fastifyHosts: Readonly<Record<string, StartHost>> = { Fastify: fastifyHost }
export const parsingFastifyHosts: Readonly<Record<string, StartHost>> = {
  'Fastify, behind its parsers': byRoute,
}
