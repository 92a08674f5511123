import { type ConfigErrorCode, ParleyConfigError } from './config-error.js'
import type { ValidationData } from './validation-rules.js'

/**
 * The one table of wire errors (spec chat.md "Errors", decisions §2): type → HTTP status, default message,
 * and whether a client may simply try again. Nothing else in Parley chooses a status.
 */
export const errorTable = {
  validation: { status: 400, message: 'Wrong format of request', isRetryable: false },
  unsupported_version: { status: 400, message: 'Unsupported version', isRetryable: false },
  authentication: { status: 401, message: 'Authentication error', isRetryable: false },
  license_expired: { status: 402, message: 'License expired', isRetryable: false },
  authorization: { status: 403, message: 'Authorization error', isRetryable: false },
  customer_banned: { status: 403, message: 'Customer is banned', isRetryable: false },
  license_not_found: { status: 404, message: 'License not found', isRetryable: false },
  not_found: { status: 404, message: 'Not found', isRetryable: false },
  method_not_allowed: { status: 405, message: 'Method not allowed', isRetryable: false },
  request_timeout: { status: 408, message: 'Request timeouted', isRetryable: true },
  entity_too_large: { status: 413, message: 'Entity too large', isRetryable: false },
  too_many_requests: { status: 429, message: 'Too many requests', isRetryable: true },
  internal: { status: 500, message: 'Internal server error', isRetryable: false },
  service_unavailable: { status: 503, message: 'Service unavailable', isRetryable: true },
} as const

/** Type of an error on the wire, such as `validation`. */
export type ErrorType = keyof typeof errorTable

/** `{type, message, data?}` as the spec's "Errors" section shapes it. */
export interface WireError {
  readonly type: ErrorType
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface ParleyErrorOptions {
  /** The mistake and where it is; appended to the default message. Safe to show to the caller. */
  readonly detail?: string
  readonly data?: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Stays in the logs. */
  readonly cause?: unknown
}

/** A `validation` error cannot be made without its `data`. */
type ParleyErrorArguments =
  | [type: Exclude<ErrorType, 'validation'>, options?: ParleyErrorOptions]
  | [type: 'validation', options: ParleyErrorOptions & { readonly data: ValidationData }]

/** A failure that a caller may see. Anything else that is thrown reaches callers as `internal`. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  readonly type: ErrorType
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(...[type, options = {}]: ParleyErrorArguments) {
    const { message } = errorTable[type]
    super(options.detail === undefined ? message : `${message}: ${options.detail}`, { cause: options.cause })
    this.type = type
    this.data = options.data
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  toWire(): WireError {
    return { type: this.type, message: this.message, ...(this.data && { data: this.data }) }
  }
}

/** The request was refused because the engine, or the server in front of it, shuts down. */
export class ShuttingDownError extends ParleyError {
  constructor() {
    super('service_unavailable', { detail: 'shutting down' })
  }
}

/**
 * A mistake of the host in mounting the engine that only a request reveals. The caller gets `internal`; the log gets the
 * cause, a `ParleyConfigError`. `detail` says what is wrong and how to fix it.
 */
export class SetUpError extends ParleyError {
  constructor(code: ConfigErrorCode, detail: string) {
    super('internal', { detail, cause: new ParleyConfigError(code, { message: detail }) })
  }
}

/**
 * Something in front of the engine read the body of a request and left nothing for the engine (decisions §16.14). `advice`
 * says how to fix that.
 */
export class BodyTakenError extends SetUpError {
  constructor(advice: string) {
    super('body_already_read', `the body was read before Parley got the request. ${advice}`)
  }
}

/** A request that breaks a rule. `data` says which field broke which rule. */
export class ValidationError extends ParleyError {
  declare readonly type: 'validation'
  declare readonly data: ValidationData

  constructor(data: ValidationData, detail: string, cause?: unknown) {
    super('validation', { data, detail, cause })
  }
}

/**
 * Returns the error for a broken rule; `detail` says the same in words.
 *
 * `invalid({ path: 'payload', rule: 'limit_reached', limit: 10 }, 'a license can have at most 10 webhooks')`
 */
export function invalid(data: ValidationData, detail: string, cause?: unknown): ValidationError {
  return new ValidationError(data, detail, cause)
}

/**
 * Returns the error for a field that breaks a rule; `problem` goes on from its path.
 *
 * `invalidField({ path: 'payload.chat_id', rule: 'required' }, 'is required')`
 */
export function invalidField(data: ValidationData, problem: string): ValidationError {
  return new ValidationError(data, `${data.path} ${problem}`)
}

/**
 * Errors of the authorization service in the OAuth form (RFC 6749 §4.1.2.1, §5.2; RFC 6750 §3.1): code → HTTP
 * status and the authentication scheme to ask for.
 */
export const oauthErrorTable = {
  invalid_request: { status: 400, challenge: undefined },
  invalid_client: { status: 401, challenge: 'Basic' },
  invalid_grant: { status: 400, challenge: undefined },
  invalid_scope: { status: 400, challenge: undefined },
  unauthorized_client: { status: 400, challenge: undefined },
  unsupported_grant_type: { status: 400, challenge: undefined },
  unsupported_response_type: { status: 400, challenge: undefined },
  access_denied: { status: 403, challenge: undefined },
  invalid_token: { status: 401, challenge: 'Bearer' },
  insufficient_scope: { status: 403, challenge: 'Bearer' },
  too_many_redirects: { status: 429, challenge: undefined },
  too_many_requests: { status: 429, challenge: undefined },
  server_error: { status: 500, challenge: undefined },
  temporarily_unavailable: { status: 503, challenge: undefined },
} as const

export type OAuthErrorCode = keyof typeof oauthErrorTable

export interface OAuthErrorOptions {
  readonly retryAfterSeconds?: number
  /** Default: `false`. */
  readonly lacksCredentials?: boolean
  readonly cause?: unknown
}

/** A failure of the authorization service; `message` is its `error_description`. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly retryAfterSeconds: number | undefined
  /** The request brought no credentials, so that the challenge names no error (RFC 6750 §3.1). */
  readonly lacksCredentials: boolean

  constructor(code: OAuthErrorCode, description: string, options: OAuthErrorOptions = {}) {
    super(description, { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.lacksCredentials = options.lacksCredentials === true
  }
}

/** Whether it is an end and no failure, which nobody has to know of. */
export function isShuttingDown(error: ParleyError | OAuthError): boolean {
  return error instanceof ShuttingDownError || error.cause instanceof ShuttingDownError
}
