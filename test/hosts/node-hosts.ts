import { createServer, type RequestListener } from 'node:http'
import { attachRtm, createListener } from '@parley/adapter-node'
import { WebSocketServer } from 'ws'
import type { StartHost } from '../support/host.js'
import { listening, restOf, restOfSite } from './listening.js'

const rest: RequestListener = (_, response) => response.end(restOfSite)

export const nodeHttp: StartHost = (parley) => {
  const toParley = createListener(parley)
  const ofHost = restOf(parley)
  const server = createServer((request, response) =>
    toParley(request, response, () => ofHost(request, response)),
  )
  attachRtm(server, parley)
  return listening(server)
}

/** `ws` refuses every websocket that does not have its path. */
const besideWs: StartHost = (parley) => {
  const toParley = createListener(parley)
  const server = createServer((request, response) =>
    toParley(request, response, () => rest(request, response)),
  )
  new WebSocketServer({ server, path: '/else' })
  attachRtm(server, parley)
  return listening(server)
}

export const nodeHosts: Readonly<Record<string, StartHost>> = {
  'node:http': nodeHttp,
  'node:http beside a server of ws': besideWs,
}
