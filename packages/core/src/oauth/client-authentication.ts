import { OAuthError } from '../errors.js'
import { matchesHash } from '../identity/tokens.js'
import type { App } from '../model/app.js'
import type { StorageReads } from '../ports/storage.js'
import type { Parameters } from './parameters.js'

/** Client id and client secret of an app. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Returns `client_id` and `client_secret` from either the form or HTTP Basic (RFC 6749 §2.3.1), not both. `basic` is
 * the part after the scheme name.
 */
export function clientCredentials(parameters: Parameters, basic: string | undefined): ClientCredentials {
  const clientSecret = parameters.get('client_secret')
  const clientId = parameters.get('client_id')
  if (basic === undefined) {
    if (clientId === undefined) throw new OAuthError('invalid_request', 'client_id is required')
    if (clientSecret === undefined) throw new OAuthError('invalid_client', 'client_secret is required')
    return { clientId, clientSecret }
  }
  if (clientSecret !== undefined)
    throw new OAuthError('invalid_request', 'the client authenticates in two ways')
  const credentials = parseBasic(basic)
  if (clientId !== undefined && clientId !== credentials.clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from the one that authenticates')
  }
  return credentials
}

/**
 * Returns the app if it is a server-side app and the secret matches. Throws the same `invalid_client` in every other
 * case.
 */
export async function authenticateClient(read: StorageReads, credentials: ClientCredentials): Promise<App> {
  const app = await read.apps.get(credentials.clientId)
  const hash = app?.secretHash ?? null
  if (app === undefined || hash === null || !matchesHash(credentials.clientSecret, hash)) {
    throw new OAuthError('invalid_client', 'unknown client or wrong secret')
  }
  return app
}

/** Parses HTTP Basic credentials. Both parts are form-encoded before they are joined (RFC 6749 §2.3.1). */
function parseBasic(basic: string): ClientCredentials {
  const [clientId, clientSecret, ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  if (!clientId || !clientSecret || rest.length > 0)
    throw new OAuthError('invalid_client', 'malformed credentials')
  const credentials = { clientId: formDecode(clientId), clientSecret: formDecode(clientSecret) }
  // NUL is refused as it is in parameters, because not every storage can search for it.
  if (Object.values(credentials).some((text) => text.includes('\0')))
    throw new OAuthError('invalid_client', 'malformed credentials')
  return credentials
}

function formDecode(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? ''
}
