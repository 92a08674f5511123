import assert from 'node:assert/strict'
import { serve } from '@parley/adapter-node'
import { chosen } from './dimensions.js'
import type { StartHost } from './host.js'

/** Loaded where it is chosen only: Hono puts a `Response` of its own in place of the global one. */
const hosts: Readonly<Record<string, () => Promise<StartHost>>> = {
  'node:http': async () => (await import('../hosts/node-hosts.js')).nodeHttp,
  'Express 4': async () => (await import('../hosts/express-hosts.js')).express4Host,
  'Express 5': async () => (await import('../hosts/express-hosts.js')).express5Host,
  Fastify: async () => (await import('../hosts/fastify-hosts.js')).fastifyHost,
  Hono: async () => (await import('../hosts/hono-host.js')).honoHost,
}

/** What the engines of this process are mounted in. */
export const chosenHost = await hostOf(chosen('host'))

async function hostOf(name: string | undefined): Promise<StartHost> {
  if (name === undefined) return (parley) => serve(parley, { port: 0 })
  const load = hosts[name] ?? assert.fail(`there is no host ${name}`)
  return await load()
}
