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

/** As Next.js does: it answers every request, and listens to upgrades itself, once the first request has come. */
const nextShape: StartHost = (parley) => {
  const toParley = createListener(parley)
  let hasUpgrades = false
  const handle: RequestListener = (request, response) => {
    if (!hasUpgrades) server.on('upgrade', (_, socket) => socket.end())
    hasUpgrades = true
    rest(request, response)
  }
  const server = createServer((request, response) =>
    toParley(request, response, () => handle(request, response)),
  )
  attachRtm(server, parley)
  return listening(server)
}

/** It refuses all websockets that it hears of but those of its path. */
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
  'what behaves as Next.js': nextShape,
  'node:http beside a server of ws': besideWs,
}
