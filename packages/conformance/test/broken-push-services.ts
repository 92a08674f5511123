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
    fault: 'sends what has a text only',
    caughtBy: 'notifying: every message can be sent, the longest and the emptiest',
    broken: (sound) => (devices, message, options) =>
      sound.notify(message.body === '' ? [] : devices, message, options),
  },
  {
    fault: 'takes all devices for those of its platform',
    caughtBy: 'notifying: devices of other platforms are left alone',
    broken: (sound) => (devices, message, options) => sound.notify(devices.map(asWeb), message, options),
  },
  {
    fault: 'does not tell which tokens are dead',
    caughtBy: 'failing: tokens that are known no more are told, and no others',
    broken: (sound) => async (devices, message, options) => {
      const { failures = [] } = await sound.notify(devices, message, options)
      return { deadTokens: [], failures }
    },
  },
  {
    fault: 'takes a failure for the end of a device',
    caughtBy: 'failing: a device that fails is told of, and its token stays',
    broken: (sound) => async (devices, message, options) => {
      const { deadTokens, failures = [] } = await sound.notify(devices, message, options)
      return { deadTokens: failures.length > 0 ? devices.map(({ token }) => token) : deadTokens, failures }
    },
  },
  {
    fault: 'gives up at the first device that fails',
    caughtBy: 'failing: what fails for one device keeps it from no other',
    broken:
      (_, platform) =>
      async (devices, message, { signal }) => {
        for (const device of devices) await platform.send(device, message, signal)
        return { deadTokens: [] }
      },
  },
  {
    fault: 'tries again what has failed',
    caughtBy: 'failing: nothing is tried again',
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
    fault: 'waits on when its time is over',
    caughtBy: 'ending: a service that does not answer is waited for until the signal, and no longer',
    broken: (sound) => (devices, message) =>
      sound.notify(devices, message, { signal: new AbortController().signal }),
  },
]
