import { SignInError } from './sign-in-error.js'

export interface AccessToken {
  /** For `Authorization: Bearer …` with the Agent API and the Configuration API. */
  readonly accessToken: string
  readonly expiresInSeconds: number
  readonly tokenType: string
}

/** What the redirect page sends to the page that opened it: this and its fragment, in one text. */
const prefix = 'parley.sign-in#'

export function toMessage(fragment: string): string {
  return prefix + fragment.slice(1)
}

export function isAnswer(message: unknown): message is string {
  return typeof message === 'string' && message.startsWith(prefix)
}

/** The token in the answer; throws a `SignInError` for anything else. */
export function readAnswer(message: string, state: string): AccessToken {
  const answer = new URLSearchParams(message.slice(prefix.length))
  if (answer.get('state') !== state)
    throw new SignInError('invalid_state', 'The answer is to another request')
  const error = answer.get('error')
  if (error) throw new SignInError(error, answer.get('error_description') ?? error)
  const accessToken = answer.get('access_token')
  const tokenType = answer.get('token_type')
  const expiresInSeconds = Number(answer.get('expires_in'))
  if (accessToken && tokenType && expiresInSeconds > 0) return { accessToken, expiresInSeconds, tokenType }
  throw new SignInError('invalid_response', 'The answer holds no token')
}
