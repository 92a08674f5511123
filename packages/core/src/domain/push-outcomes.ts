import type { Device } from '../model/device.js'
import type { PushOutcome } from '../ports/push-service.js'
import { isRecord } from './shapes.js'

/**
 * Checks and copies what the host's push service returned for these devices, because a host may be written without
 * types. Throws a `TypeError` when the result has the wrong shape.
 */
export function toPushOutcome(answer: unknown, devices: readonly Device[]): PushOutcome {
  const { deadTokens, failures = [] } = isRecord(answer) ? answer : {}
  if (!Array.isArray(deadTokens) || !Array.isArray(failures)) {
    throw new TypeError(
      'The push service must answer { deadTokens: [] }, with the tokens that it knows no more',
    )
  }
  const dead = new Set<unknown>(deadTokens)
  const known = devices.flatMap(({ token }) => (dead.has(token) ? [token] : []))
  return { deadTokens: known, failures: failures.slice(0, devices.length) }
}
