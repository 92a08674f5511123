import assert from 'node:assert/strict'
import { at } from '../support/json.js'
import type { Person } from '../support/world.js'

/** One request that a program sends to the Web API, and a check of its response. */
export interface RequestCase {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /** Whether the body is sent in chunks, because the client does not know its length beforehand. */
  readonly isChunked: boolean
  readonly check: (answer: unknown) => void
}

/** Maximum size of a request, in bytes. */
const bodyBytes = 262_144

/** Returns one request of each kind. All of them succeed. */
export function requestCases(customer: Person): readonly RequestCase[] {
  const { licenseId } = customer.world
  const root = '/customer/v0.5'
  const query = `?license_id=${licenseId}`
  const get: RequestCase = {
    ...{ name: 'GET', method: 'GET', target: `${root}/static_config${query}` },
    ...{ headers: [], body: '', isChunked: false },
    check: (answer) => assert.equal(at(answer, 'license_id'), licenseId),
  }
  const headers = [
    ['Authorization', `Bearer ${customer.token}`],
    ['Content-Type', 'application/json'],
  ] as const
  const post = (name: string, body: string, isChunked: boolean): RequestCase => ({
    ...{ name, method: 'POST', target: `${root}/action/update_customer${query}` },
    ...{ headers, body, isChunked },
    check: (answer) => assert.equal(at(answer, 'customer.name'), name),
  })
  const bodyOf = (name: string) => JSON.stringify({ payload: { name } })
  return [
    get,
    post('POST', bodyOf('POST'), false),
    post('POST in chunks', bodyOf('POST in chunks'), true),
    post('POST of 256 KiB', bodyOf('POST of 256 KiB').padEnd(bodyBytes), false),
    post('POST of 256 KiB in chunks', bodyOf('POST of 256 KiB in chunks').padEnd(bodyBytes), true),
  ]
}
