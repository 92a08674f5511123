import type { IncomingMessage, ServerResponse } from 'node:http'
import { createListener, type RequestListener } from '@parley/adapter-node'
import type { Edge } from '@parley/core/adapter'
import express from 'express'
import { checkMount } from './check-mount.js'

/** An Express middleware. */
export type ParleyRouter = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (cause?: unknown) => void,
) => void

/** The part of an Express app that is needed to mount it in another. */
export interface MountedApp extends ParleyRouter {
  mountpath: string | readonly string[]
  disable(setting: string): unknown
  on(event: 'mount', listener: () => void): unknown
  use(listener: RequestListener): unknown
}

/**
 * Returns a middleware that serves Parley in an Express app at any path, before or after body parsers:
 * `app.use('/support', parleyRouter(parley))` with a `baseUrl` that ends in `/support`. Other requests go on to the
 * next middleware.
 *
 * When no request at the mount path can be for Parley, `app.use` throws a `ParleyConfigError`; under a `Router` the
 * first request fails with it. Use `attachRtm` on the server for websockets and pushes.
 */
export function parleyRouter(edge: Edge): ParleyRouter {
  return routerIn(express(), edge)
}

/** Makes `app` serve Parley. It has to be an app, because only an app is notified where it is mounted. */
export function routerIn(app: MountedApp, edge: Edge): ParleyRouter {
  app.disable('x-powered-by')
  app.use(createListener(edge))
  app.on('mount', () => checkMount(app.mountpath, edge.paths))
  return app
}
