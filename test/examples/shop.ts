import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { serve } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import type { Scope } from '@parley/core/admin'
import { memoryStorage } from '@parley/storage-memory'
import { eventually } from '../support/deadline.js'
import { textAt } from '../support/json.js'
import { RtmClient } from '../support/rtm-client.js'
import { WebCaller } from '../support/web-client.js'

const scopes: readonly Scope[] = [
  ...(['agents-bot--my:read', 'agents-bot--my:write', 'webhooks--my:write'] as const),
  ...(['chats.conversation--my:write', 'chats--my:read', 'chats--all:read'] as const),
]

/** Starts an engine on the real clock, because receivers compare signatures with the current time. */
export async function openShop() {
  const errors: unknown[] = []
  const ignore = () => undefined
  const parley = await createParley({
    storage: memoryStorage(),
    logger: {
      ...{ debug: ignore, info: ignore, warn: ignore },
      error: (message, fields) => errors.push({ message, ...fields }),
    },
    encryptionKeys: [randomBytes(32).toString('base64')],
    webhooks: { allowPrivateTargets: true },
  })
  const server = await serve(parley, { port: 0 })
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'Shop' })
  const { clientId } = await admin.apps.create({
    ...{ licenseId, name: 'Shop', type: 'server', visibility: 'private', redirectUris: [], scopes },
  })
  const connect = async (path: string, token: string) => {
    const client = await RtmClient.open(`${server.url.replace('http', 'ws')}/${path}`)
    await client.succeed('login', { token })
    return client
  }
  const hire = async (name: string) => {
    const login = `${name.toLowerCase()}@example.com`
    await admin.agents.create({ licenseId, login, name, permission: 'administrator' })
    const { accessToken } = await admin.tokens.createForAgent({ licenseId, clientId, agentId: login })
    return { id: login, token: accessToken, connect: () => connect('agent/v0.4/rtm/ws', accessToken) }
  }
  /** Returns a connected customer with that name. */
  const connectCustomer = async (name: string) => {
    const { accessToken } = await admin.tokens.createForCustomer({ licenseId, clientId })
    const client = await connect(`customer/v0.5/rtm/ws?license_id=${licenseId}`, accessToken)
    const { id } = Object(Object(await client.succeed('update_customer', { name })).customer)
    return { id: textAt({ id }, 'id'), client }
  }
  const configuration = (token: string) => new WebCaller(server.url, 'configuration', 'v0.5', { token })
  /** Resolves once every delivery is answered. */
  const delivered = () =>
    eventually(async () => {
      const { deliveredCount, underWayCount } = parley.metrics().webhooks
      assert.ok(deliveredCount > 0 && underWayCount === 0, 'no webhook delivery is in progress')
    })
  const close = async () => {
    await parley.close()
    await server.close()
    assert.deepEqual(errors, [], 'the engine logged failures')
  }
  return { url: server.url, hire, connectCustomer, configuration, delivered, close }
}
