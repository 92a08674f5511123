import assert from 'node:assert/strict'
import { at } from '../support/json.js'
import { exchange, type WebAnswer } from '../support/web-client.js'
import type { World } from '../support/world.js'
import { authUrlOf } from './tenant.js'

export interface Granted {
  readonly accessToken: string
  readonly refreshToken: string
}

type Texts = Readonly<Record<string, string>>

export function postToken(world: World, form: Texts, headers: Texts = {}): Promise<WebAnswer> {
  return postForm(world, '/token', form, headers)
}

export function postForm(
  world: World,
  path: string,
  form: Texts | string,
  headers: Texts = {},
): Promise<WebAnswer> {
  return exchange(authUrlOf(world) + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : String(new URLSearchParams(form)),
  })
}

/** Sends `DELETE /token`. */
export function revoke(world: World, token: string): Promise<WebAnswer> {
  return exchange(`${authUrlOf(world)}/token?${new URLSearchParams({ token })}`, { method: 'DELETE' })
}

export function info(world: World, token: string): Promise<WebAnswer> {
  return exchange(`${authUrlOf(world)}/info`, { headers: { authorization: `Bearer ${token}` } })
}

export async function isAlive(world: World, accessToken: string): Promise<boolean> {
  return (await info(world, accessToken)).status === 200
}

export function basic(clientId: string, clientSecret: string): Texts {
  const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

/** Checks the status and the code of an error response, and that it contains no field beyond those of RFC 6749 §5.2. */
export function assertOAuthError(
  { status, headers, body }: WebAnswer,
  expectedStatus: number,
  code: string,
): void {
  assert.deepEqual([status, at(body, 'error')], [expectedStatus, code], JSON.stringify(body))
  assert.deepEqual(keysOf(body), ['error', 'error_description'])
  const description = at(body, 'error_description')
  assert.match(String(description), /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
  assertNotStored(headers)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  if (status !== 401) return
  // Without a token the challenge contains no error (RFC 6750 §3.1).
  const lacksToken = description === 'a bearer token is required'
  const challenge = lacksToken ? /^Bearer$/ : /^(?:Basic realm="parley"|Bearer error="invalid_token")$/
  assert.match(headers.get('www-authenticate') ?? '', challenge)
}

export function assertNotStored(headers: Headers): void {
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('pragma'), 'no-cache')
}

function keysOf(body: unknown): readonly string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : []
}
