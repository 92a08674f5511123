import assert from 'node:assert/strict'
import type { Caller, CallOptions } from './caller.js'
import { at } from './json.js'

export interface WebAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** User agent of all clients, so that customers look the same over every transport. */
export const userAgent = 'parley-test'

export interface WebRequest {
  readonly token?: string
  readonly licenseId?: number
  readonly payload?: unknown
  readonly authorId?: string
  readonly idempotencyKey?: string
}

/** Sends the request and parses the JSON response. */
export async function exchange(url: string, init: RequestInit): Promise<WebAnswer> {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Calls an action of the Web API. */
export function post(
  origin: string,
  [api, version, action]: readonly [api: string, version: string, action: string],
  request: WebRequest,
): Promise<WebAnswer> {
  const { token, licenseId, payload, authorId, idempotencyKey } = request
  const query = licenseId === undefined ? '' : `?license_id=${licenseId}`
  // The body of the Configuration API is the payload itself.
  const isBare = api === 'configuration'
  return exchange(`${origin}/${api}/${version}/${isBare ? '' : 'action/'}${action}${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(isBare ? payload : { payload, author_id: authorId }) ?? null,
  })
}

export class WebCaller implements Caller {
  readonly #origin: string
  readonly #api: string
  readonly #version: string
  readonly #request: WebRequest

  constructor(origin: string, api: string, version: string, request: WebRequest) {
    this.#origin = origin
    this.#api = api
    this.#version = version
    this.#request = request
  }

  post(action: string, payload?: object, options: CallOptions = {}): Promise<WebAnswer> {
    const request = { ...this.#request, ...options, ...(payload && { payload }) }
    return post(this.#origin, [this.#api, this.#version, action], request)
  }

  async succeed(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const { status, body } = await this.post(action, payload, options)
    assert.equal(status, 200, `${action} was refused: ${JSON.stringify(body)}`)
    return body
  }

  async refuse(action: string, payload?: object, options?: CallOptions): Promise<unknown> {
    const { status, body } = await this.post(action, payload, options)
    assert.ok(status >= 400, `${action} was not refused: ${JSON.stringify(body)}`)
    return at(body, 'error')
  }
}
