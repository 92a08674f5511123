import { createServer } from 'node:http'
import { attachRtm } from '@parley/adapter-express'
import type { Express } from 'express'
import express from 'express'
import express4 from 'express-4'
import { routerIn } from '../../packages/adapter-express/src/parley-router.js'
import type { StartHost } from '../support/host.js'
import { listening, restOf } from './listening.js'

export function expressHost(
  newApp: () => Express,
  parseOn: (app: Express) => unknown = () => undefined,
): StartHost {
  return (parley, path) => {
    const app = newApp()
    parseOn(app)
    app.use(path === '' ? '/' : path, routerIn(newApp(), parley))
    app.use(restOf(parley))
    const server = createServer(app)
    attachRtm(server, parley)
    return listening(server)
  }
}

export const express5Host = expressHost(express)
export const express4Host = expressHost(express4)

export const expressHosts: Readonly<Record<string, StartHost>> = {
  'Express 5': express5Host,
  'Express 4': express4Host,
}

export const parsingExpressHosts: Readonly<Record<string, StartHost>> = {
  'Express 5, behind its parsers': expressHost(express, (app) =>
    app.use(express.json(), express.urlencoded({ extended: true })),
  ),
  'Express 4, behind its parsers': expressHost(express4, (app) =>
    app.use(express4.json(), express4.urlencoded({ extended: false })),
  ),
}
