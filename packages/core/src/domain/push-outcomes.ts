import type { Device } from '../model/device.js'
import type { PushOutcome } from '../ports/push-service.js'
import { isRecord } from './shapes.js'

/** What the host's push service has answered of these devices, for hosts without types; a `TypeError` for anything else. */
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
