import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { DeviceFate } from '@parley/conformance'
import type { Device, PushMessage, PushService } from '@parley/core/ports'

/** A platform's push service that treats each device as the test has decided. */
export class ScriptedPlatform {
  readonly #devices = new Map<string, { readonly fate: DeviceFate; sentCount: number }>()

  newToken(fate: DeviceFate): string {
    const token = randomUUID()
    this.#devices.set(token, { fate, sentCount: 0 })
    return token
  }

  sentTo(token: string): number {
    return this.#devices.get(token)?.sentCount ?? 0
  }

  /** Sends a message, and returns whether the platform still knows the device. */
  async send({ token }: Device, _message: PushMessage, signal: AbortSignal): Promise<boolean> {
    const device = this.#devices.get(token)
    if (device === undefined) return false
    device.sentCount += 1
    if (device.fate === 'failing') throw new Error('the service of the platform fails')
    if (device.fate === 'silent' && !signal.aborted) await once(signal, 'abort')
    return device.fate !== 'forgotten'
  }
}

/** Returns a correct push service that supports browser devices only. */
export function soundService(platform: ScriptedPlatform): PushService {
  return {
    async notify(devices, message, { signal }) {
      const deadTokens: string[] = []
      const failures: unknown[] = []
      const notifyOne = async (device: Device) => {
        try {
          if (!(await platform.send(device, message, signal))) deadTokens.push(device.token)
        } catch (cause) {
          failures.push(cause)
        }
      }
      await Promise.all(devices.filter(({ platform }) => platform === 'web').map(notifyOne))
      return { deadTokens, failures }
    },
  }
}
