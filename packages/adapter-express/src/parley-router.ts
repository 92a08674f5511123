import type { IncomingMessage, ServerResponse } from 'node:http'
import { createListener, type RequestListener } from '@parley/adapter-node'
import type { Edge } from '@parley/core'
import express from 'express'
import { checkMount } from './check-mount.js'

/** A middleware of Express. */
export type ParleyRouter = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (cause?: unknown) => void,
) => void

/** What of an Express app is needed to mount it in another. */
export interface MountedApp extends ParleyRouter {
  mountpath: string | readonly string[]
  disable(setting: string): unknown
  on(event: 'mount', listener: () => void): unknown
  use(listener: RequestListener): unknown
}

/**
 * Parley in an Express app, at any path, before or after parsers of bodies: `app.use('/support', parleyRouter(parley))`
 * with a `baseUrl` that names `/support`. What is not Parley's goes on to the next middleware. To be mounted where it could
 * answer nothing is a `TypeError` of `app.use`, and under a `Router` the answer to the first request. For websockets, and
 * pushes, `attachRtm` gets the server.
 */
export function parleyRouter(edge: Edge): ParleyRouter {
  return routerIn(express(), edge)
}

/** An app of its own, for only that is told where it is mounted. */
export function routerIn(app: MountedApp, edge: Edge): ParleyRouter {
  app.disable('x-powered-by')
  app.use(createListener(edge))
  app.on('mount', () => checkMount(app.mountpath, edge.paths))
  return app
}
