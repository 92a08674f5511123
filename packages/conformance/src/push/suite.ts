import type { Device, DevicePlatform, PushService } from '@parley/core/ports'
import { within } from '../deadline.js'
import type { TestFunction } from '../test-function.js'

/** Abilities of an implementation beyond the port's guarantees. Cases that need a missing ability show as skipped. */
export interface PushSupport {
  /**
   * Platforms whose devices the service notifies, at least one. The case about other platforms is skipped when all are
   * listed.
   */
  readonly platforms: readonly DevicePlatform[]
  /** Whether the platform's own service reports tokens that it no longer knows. */
  readonly deadTokens: boolean
}

/**
 * How the platform's service treats one device: it accepts messages, has forgotten the device, fails, or never
 * responds.
 */
export type DeviceFate = 'taken' | 'forgotten' | 'failing' | 'silent'

/** A push service for one case. It talks to a platform service that the test controls. */
export interface PushFixture {
  readonly service: PushService
  /** Returns the token of a new device, in the format of the platform. */
  newToken(platform: DevicePlatform, fate: DeviceFate): string
  /** Returns how many messages were sent to the platform's service for a device, accepted or not. */
  sentTo(token: string): number
  cleanup(): Promise<void>
}

/** Options of `testPushService`. */
export interface PushSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<PushFixture>
  readonly supports: PushSupport
}

/** The tools of one case. */
export interface PushContext extends Pick<PushFixture, 'service' | 'sentTo'> {
  readonly supports: PushSupport
  /** Returns a new, enabled device of a platform that the push service supports. */
  device(fate?: DeviceFate): Device
  /** Returns a new, enabled device of the given platform. */
  deviceOf(platform: DevicePlatform): Device
}

type Run = (context: PushContext) => Promise<void>

/** Timeout of one case, long enough for slow machines. */
const caseMs = 60_000
const allPlatforms = 3

/** Registers the cases of one aspect of the port; their names begin with the aspect. */
export class PushCases {
  readonly #options: PushSuiteOptions
  readonly #aspect: string

  constructor(options: PushSuiteOptions, aspect: string) {
    this.#options = options
    this.#aspect = aspect
  }

  add(name: string, run: Run): void {
    this.#register(name, false, run)
  }

  addIfDeadTokens(name: string, run: Run): void {
    this.#register(name, this.#options.supports.deadTokens ? false : 'does not support deadTokens', run)
  }

  addIfOtherPlatforms(name: string, run: Run): void {
    const hasOthers = this.#options.supports.platforms.length < allPlatforms
    this.#register(name, hasOthers ? false : 'supports every platform', run)
  }

  #register(name: string, skip: string | false, run: Run): void {
    const { test } = this.#options
    test(`${this.#aspect}: ${name}`, { skip }, () => runCase(this.#options, run))
  }
}

async function runCase({ factory, supports }: PushSuiteOptions, run: Run): Promise<void> {
  const [platform] = supports.platforms
  if (platform === undefined) throw new TypeError('supports.platforms names no platform')
  const fixture = await factory()
  const context: PushContext = {
    service: fixture.service,
    sentTo: (token) => fixture.sentTo(token),
    supports,
    device: (fate = 'taken') => deviceWith(fixture.newToken(platform, fate), platform),
    deviceOf: (other) => deviceWith(fixture.newToken(other, 'taken'), other),
  }
  try {
    await within(run(context), () => 'the end of the case', caseMs)
  } finally {
    await fixture.cleanup()
  }
}

function deviceWith(token: string, platform: DevicePlatform): Device {
  const application = { applicationName: null, applicationVersion: null }
  return { agentId: 'ada@example.com', token, platform, isEnabled: true, putAt: 1, ...application }
}
