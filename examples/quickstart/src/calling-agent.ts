import type { IncomingHttpHeaders } from 'node:http'
import type { Parley } from '@parley/core'
import type { Agent } from '@parley/core/admin'
import type { Demo, DemoApp } from './provision.js'

/** Returns the agent whose token the request carries, if that token belongs to exactly this app. */
export async function callingAgent(
  parley: Parley,
  { licenseId }: Demo,
  { clientId }: DemoApp,
  { authorization }: IncomingHttpHeaders,
): Promise<Agent | undefined> {
  const info = await tokenInfo(parley, authorization)
  const isOurs = info?.clientId === clientId && info.licenseId === licenseId
  return isOurs ? parley.admin.agents.get(info.entityId) : undefined
}

interface TokenInfo {
  readonly clientId: unknown
  readonly licenseId: unknown
  readonly entityId: string
}

/** Calls `GET {auth_url}/info` in process, as any server does that gets a token from a page. */
async function tokenInfo(parley: Parley, authorization: string | undefined): Promise<TokenInfo | undefined> {
  if (authorization === undefined) return undefined
  const headers = { authorization }
  const response = await parley.fetch(new Request('http://localhost/auth/info', { headers }))
  if (response.status === 401) return undefined
  if (!response.ok) throw new Error(`the token could not be checked: ${response.status}`)
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('entity_id' in body)) return undefined
  if (typeof body.entity_id !== 'string' || !('client_id' in body) || !('license_id' in body))
    return undefined
  return { clientId: body.client_id, licenseId: body.license_id, entityId: body.entity_id }
}
