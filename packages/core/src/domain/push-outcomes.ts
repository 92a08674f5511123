import { ParleyConfigError } from '../config-error.js'
import type { Device } from '../model/device.js'
import type { PushOutcome } from '../ports/push-service.js'
import { isRecord } from './shapes.js'

/**
 * Checks and copies what the host's push service returned for these devices, because a host may be written without
 * types. Throws a `ParleyConfigError` when the result has the wrong shape.
 */
export function toPushOutcome(result: unknown, devices: readonly Device[]): PushOutcome {
  const { deadTokens, failures = [] } = isRecord(result) ? result : {}
  if (!Array.isArray(deadTokens) || !Array.isArray(failures)) {
    const message = 'pushService.notify must return { deadTokens }, the list of tokens that no longer exist'
    throw new ParleyConfigError('hook_result_invalid', { option: 'pushService.notify', message })
  }
  const dead = new Set<unknown>(deadTokens)
  const known = devices.flatMap(({ token }) => (dead.has(token) ? [token] : []))
  return { deadTokens: known, failures: failures.slice(0, devices.length) }
}
