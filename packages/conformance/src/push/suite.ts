import type { Device, DevicePlatform, PushService } from '@parley/core/ports'
import { within } from '../deadline.js'
import type { TestFunction } from '../test-function.js'

/** What an implementation can do beyond the port's guarantees. What it cannot skips cases, visibly. */
export interface PushSupport {
  /** Of whose devices it takes care, at least one. Where it is all of them, none is there to be left alone. */
  readonly platforms: readonly DevicePlatform[]
  /** The service of the platform tells that it knows a token no more. */
  readonly deadTokens: boolean
}

/** What the service of a platform does for one device: it takes messages, has forgotten it, fails, or never answers. */
export type DeviceFate = 'taken' | 'forgotten' | 'failing' | 'silent'

/** A push service for one case, which talks to a service of a platform that the test has in its hands. */
export interface PushFixture {
  readonly service: PushService
  /** The token of a new device, as the platform gives out. */
  newToken(platform: DevicePlatform, fate: DeviceFate): string
  /** How many messages the service of the platform was sent for a device, taken or not. */
  sentTo(token: string): number
  cleanup(): Promise<void>
}

/** Options of `testPushService`. */
export interface PushSuiteOptions {
  readonly test: TestFunction
  readonly factory: () => Promise<PushFixture>
  readonly supports: PushSupport
}

/** What a case has. */
export interface PushContext extends Pick<PushFixture, 'service' | 'sentTo'> {
  readonly supports: PushSupport
  /** A new device, enabled, of a platform that the service takes care of. */
  device(fate?: DeviceFate): Device
  /** One of that platform. */
  deviceOf(platform: DevicePlatform): Device
}

type Run = (context: PushContext) => Promise<void>

/** For a case, however slow the machine. */
const caseMs = 60_000
const allPlatforms = 3

/** The cases of one aspect; names begin with it. */
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
