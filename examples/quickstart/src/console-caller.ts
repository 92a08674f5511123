import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Parley } from '@parley/core'
import type { Demo } from './provision.js'

export type ConsoleCaller =
  | { readonly kind: 'administrator'; readonly agent: Agent }
  | { readonly kind: 'refused'; readonly status: 401 | 403; readonly message: string }

/**
 * Who calls: an administrator who signed in to the console. A token of another app is refused, even an
 * administrator's: else each app that an administrator ever allowed could register apps and read secrets.
 */
export async function consoleCaller(
  parley: Parley,
  { licenseId, console }: Demo,
  { authorization }: IncomingHttpHeaders,
): Promise<ConsoleCaller> {
  const info = await tokenInfo(parley, authorization)
  const isOurs = info?.clientId === console.clientId && info.licenseId === licenseId
  const agent = isOurs ? await parley.admin.agents.get(info.entityId) : undefined
  if (agent === undefined) return { kind: 'refused', status: 401, message: 'Sign in first.' }
  if (agent.permission === 'administrator') return { kind: 'administrator', agent }
  return {
    kind: 'refused',
    status: 403,
    message: `${agent.name} is no administrator. Sign out, and in again as one.`,
  }
}

interface TokenInfo {
  readonly clientId: unknown
  readonly licenseId: unknown
  readonly entityId: string
}

/** `GET {auth_url}/info`, in process: what any server does that gets a token from a page. */
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
