import type { Device, PushService } from '@parley/core/ports'
import type { ScriptedPlatform } from './scripted-platform.js'

/** A push service that breaks one guarantee of the port. */
export interface BrokenPushService {
  readonly fault: string
  /** Name of the case that covers the broken guarantee. */
  readonly caughtBy: string
  readonly broken: (sound: PushService, platform: ScriptedPlatform) => PushService['notify']
}

const asWeb = (device: Device): Device => ({ ...device, platform: 'web' })

export const brokenPushServices: readonly BrokenPushService[] = [
  {
    fault: 'sends every message twice',
    caughtBy: 'notifying: each device is sent the message once',
    broken: (sound) => async (devices, message, options) => {
      await sound.notify(devices, message, options)
      return sound.notify(devices, message, options)
    },
  },
  {
    fault: 'sends only messages with a text',
    caughtBy: 'notifying: sends every message, from the longest to the emptiest',
    broken: (sound) => (devices, message, options) =>
      sound.notify(message.body === '' ? [] : devices, message, options),
  },
  {
    fault: 'sends to devices of other platforms',
    caughtBy: 'notifying: sends nothing to devices of other platforms',
    broken: (sound) => (devices, message, options) => sound.notify(devices.map(asWeb), message, options),
  },
  {
    fault: 'does not report dead tokens',
    caughtBy: 'failing: reports exactly the tokens that are no longer known',
    broken: (sound) => async (devices, message, options) => {
      const { failures = [] } = await sound.notify(devices, message, options)
      return { deadTokens: [], failures }
    },
  },
  {
    fault: 'reports the token of a failed device as dead',
    caughtBy: 'failing: reports a failed device, whose token stays valid',
    broken: (sound) => async (devices, message, options) => {
      const { deadTokens, failures = [] } = await sound.notify(devices, message, options)
      return { deadTokens: failures.length > 0 ? devices.map(({ token }) => token) : deadTokens, failures }
    },
  },
  {
    fault: 'gives up at the first device that fails',
    caughtBy: 'failing: a failure of one device does not affect the others',
    broken:
      (_, platform) =>
      async (devices, message, { signal }) => {
        for (const device of devices) await platform.send(device, message, signal)
        return { deadTokens: [] }
      },
  },
  {
    fault: 'repeats failed messages',
    caughtBy: 'failing: a failed message is not sent again',
    broken: (sound) => async (devices, message, options) => {
      const { failures = [] } = await sound.notify(devices, message, options)
      return failures.length > 0 ? sound.notify(devices, message, options) : { deadTokens: [], failures }
    },
  },
  {
    fault: 'stops working after a failure',
    caughtBy: 'failing: it works again after a failure',
    broken: (sound) => {
      let hasFailed = false
      return async (devices, message, options) => {
        const outcome = await sound.notify(hasFailed ? [] : devices, message, options)
        hasFailed ||= (outcome.failures ?? []).length > 0
        return outcome
      }
    },
  },
  {
    fault: 'keeps waiting after the signal',
    caughtBy: 'ending: waits for an unresponsive service only until the signal',
    broken: (sound) => (devices, message) =>
      sound.notify(devices, message, { signal: new AbortController().signal }),
  },
]
