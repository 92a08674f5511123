import { SignInError } from './sign-in-error.js'

/** Result of a sign-in. */
export interface AccessToken {
  /** Token for `Authorization: Bearer …` with the Agent API and the Configuration API. */
  readonly accessToken: string
  /** Lifetime of the token, in seconds. */
  readonly expiresInSeconds: number
  /** Type of the token, `Bearer`. */
  readonly tokenType: string
}

/** Prefix of the message that the redirect page sends to the page that opened it. The URL fragment follows. */
const prefix = 'parley.sign-in#'

/** Returns the message for a URL fragment. */
export function toMessage(fragment: string): string {
  return prefix + fragment.slice(1)
}

/** Returns whether a message comes from the redirect page. */
export function isResponseMessage(message: unknown): message is string {
  return typeof message === 'string' && message.startsWith(prefix)
}

/** Returns the token in the message. Throws a `SignInError` when it holds none or belongs to another request. */
export function readResponse(message: string, state: string): AccessToken {
  const response = new URLSearchParams(message.slice(prefix.length))
  if (response.get('state') !== state)
    throw new SignInError('invalid_state', 'The response belongs to another request')
  const error = response.get('error')
  if (error) throw new SignInError(error, response.get('error_description') ?? error)
  const accessToken = response.get('access_token')
  const tokenType = response.get('token_type')
  const expiresInSeconds = Number(response.get('expires_in'))
  if (accessToken && tokenType && expiresInSeconds > 0) return { accessToken, expiresInSeconds, tokenType }
  throw new SignInError('invalid_response', 'The response contains no token')
}
