import { Background } from '../background/background.js'
import { SharedTime } from '../background/shared-time.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { systemClock } from '../clock/system-clock.js'
import { Shutdown } from '../dispatch/shutdown.js'
import type { BusMessage } from '../facts/fact-batch.js'
import { FileLinks } from '../files/file-links.js'
import { SecretKeys } from '../identity/secret-keys.js'
import { SystemIds } from '../ids/system-ids.js'
import { FailureLog } from '../logging/failure-log.js'
import { jsonLogger } from '../logging/json-logger.js'
import type { FixedOverrides } from '../options/fixed-values.js'
import type { ParleyOptions } from '../options/options.js'
import type { Bus } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import type { Files } from '../ports/files.js'
import type { Ids } from '../ports/ids.js'
import type { Logger } from '../ports/logger.js'
import type { PushService } from '../ports/push-service.js'
import type { Storage, StorageReads } from '../ports/storage.js'
import { resolveSettings, type Settings } from '../settings.js'

/** The ports that the host provides, or their defaults, and what the engine builds directly on them. */
export interface Ports {
  readonly settings: Settings
  readonly storage: Storage
  readonly read: StorageReads
  readonly clock: Clock
  readonly steady: SteadyClock
  /** `undefined` when the host provides a clock, which all nodes then use. */
  readonly sharedTime: SharedTime | undefined
  readonly ids: Ids
  readonly secretKeys: SecretKeys
  readonly logger: Logger
  readonly failures: FailureLog
  /** `undefined` when this is the only node. */
  readonly bus: Bus<BusMessage> | undefined
  readonly shutdown: Shutdown
  /** Id of this process, different after each start. */
  readonly nodeId: string
  readonly background: Background
  /** `undefined` when the host stores no files. */
  readonly files: Files | undefined
  readonly fileLinks: FileLinks
  /** `undefined` when the host sends no push notifications. */
  readonly pushService: PushService | undefined
}

/** Resolves the options to ports, with defaults for those that the host does not provide. */
export function resolvePorts(options: ParleyOptions, overrides: FixedOverrides): Ports {
  const clock = options.clock ?? systemClock
  const logger = options.logger ?? jsonLogger({ clock })
  const ids = options.ids ?? new SystemIds(clock)
  const settings = resolveSettings(options, overrides)
  const linesPerPeriod = settings.limits.failureLineCount
  const failures = new FailureLog({ clock, logger, newId: () => ids.uuid(), linesPerPeriod })
  const { encryptionKeys } = settings
  const secretKeys = new SecretKeys({ encryptionKeys, ids, warn: (message) => logger.warn(message) })
  const { storage } = options
  const bus = resolveBus(options, failures)
  const { read } = storage
  const steady = new SteadyClock(clock)
  const sharedTime = options.clock === undefined ? new SharedTime({ storage, clock, steady }) : undefined
  const shared = {
    settings,
    storage,
    read,
    clock,
    steady,
    sharedTime,
    ids,
    secretKeys,
    logger,
    failures,
    bus,
  }
  const background = new Background({ clock, failures })
  const fileLinks = new FileLinks(settings.filesUrl, settings.lifetimes.fileUrlSeconds)
  const kept = { files: options.files, fileLinks, pushService: options.pushService }
  return { ...shared, ...kept, shutdown: new Shutdown(), nodeId: ids.uuid(), background }
}

function resolveBus(
  { bus, storage }: Pick<ParleyOptions, 'bus' | 'storage'>,
  failures: FailureLog,
): Bus<BusMessage> | undefined {
  if (bus !== undefined) return bus ?? undefined
  return storage.createBus?.<BusMessage>((cause) =>
    failures.write('A message from the bus could not be used', 'bus', { cause }),
  )
}
