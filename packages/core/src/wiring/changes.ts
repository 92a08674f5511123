import { ExpiringCache } from '../cache/expiring-cache.js'
import { RecentKeys } from '../cache/recent-keys.js'
import { MissingCommits } from '../catching-up/missing-commits.js'
import { Changes } from '../changes/changes.js'
import { ChatHeads } from '../changes/chat-heads.js'
import type { IdempotencyRecords } from '../changes/idempotency-records.js'
import { KeyedLocks } from '../changes/keyed-locks.js'
import { Outbox } from '../changes/outbox.js'
import { Configurations } from '../configuration/configurations.js'
import type { CommitListener } from '../facts/fact-batch.js'
import { FactListeners } from '../facts/fact-listeners.js'
import { FactPublisher } from '../facts/fact-publisher.js'
import { FactReceiver, type StaleCaches } from '../facts/fact-receiver.js'
import type { OtherNodes } from '../facts/gaps.js'
import { LateCommits } from '../facts/late-commits.js'
import { LicenseSubscriptions } from '../facts/license-subscriptions.js'
import { Identities } from '../identity/identities.js'
import type { KnownToken } from '../identity/known-token.js'
import type { NewDelivery } from '../model/delivery.js'
import { FanOut } from '../push/fan-out.js'
import { PushTargets } from '../push/push-targets.js'
import type { Ports } from './engine-ports.js'

/** Time during which a token is remembered as valid, in milliseconds. */
const familiarMs = 600_000

/** Maximum number of chats whose last delivered sequence is kept in memory. */
const orderedChatCount = 100_000

export type ChangeParts = ReturnType<typeof createChanges>

/**
 * Creates what commits changes, and delivers the resulting facts to connections, listeners and other nodes.
 * `noteDeliveries` is called after a commit that stored webhook deliveries.
 */
export function createChanges(
  ports: Ports,
  records: IdempotencyRecords,
  noteDeliveries: (deliveries: readonly NewDelivery[]) => void,
) {
  const { settings, storage, clock, steady, failures } = ports
  const { chatHeadCount, chatHeadMs } = settings.caches
  const heads = new ChatHeads(
    storage.read,
    new ExpiringCache(clock, { maxCount: chatHeadCount, maxAgeMs: chatHeadMs }),
  )
  const targets = new PushTargets()
  const catalogOf = (licenseId: number) => configurations.getCatalog(licenseId)
  const files = ports.fileLinks
  const listeners = new FactListeners({ clock, steady, failures, catalogOf, files })
  const fanOut = new FanOut({
    ...{ targets, catalogOf, files, clock, steady },
    failed: (licenseId, cause) =>
      failures.write('A push to a connection failed', 'internal', { licenseId, cause }),
  })
  const caches: StaleCaches = {
    forgetConfiguration: (licenseId, revision) => configurations.forget(licenseId, revision),
    forgetIdentities: (licenseId, selector) => identities.forget(licenseId, selector),
    forgetHead: (chatId, revision) => heads.forgetBefore(chatId, revision),
  }
  const late = new LateCommits(clock, ports.logger)
  const others = otherNodes(ports, late, (licenseId) => subscriptions?.listeningSince(licenseId))
  const receiver = new FactReceiver({
    ...{ clock, failures, targets, fanOut, caches },
    chatCount: orderedChatCount,
    listening: [listeners, ...publishers(ports), ports.background],
    others,
  })
  const subscriptions = createSubscriptions(ports, targets, receiver)
  const identities = createIdentities(ports, subscriptions)
  const configurations = createConfigurations(ports, targets, subscriptions)
  const outbox = new Outbox({
    newId: () => ports.ids.uuid(),
    configurationIn: (tx, licenseId) => configurations.readInTransaction(tx, licenseId),
    ...{ files, steady, clock: ports.clock },
  })
  const locks = new KeyedLocks()
  const { changesPerChat } = settings.catchUp
  const hasOtherNodes = others !== undefined
  const changes = new Changes({
    storage,
    heads,
    records,
    facts: receiver,
    outbox,
    locks,
    noteDeliveries,
    changesPerChat,
    hasOtherNodes,
  })
  return { changes, targets, identities, configurations, heads, listeners, receiver, late, subscriptions }
}

/** Returns the access to other nodes, or `undefined` without a bus, when this is the only node. */
function otherNodes(
  ports: Ports,
  late: LateCommits,
  listeningSince: OtherNodes['listeningSince'],
): OtherNodes | undefined {
  if (ports.bus === undefined) return undefined
  const missing = new MissingCommits(ports)
  return { listeningSince, late, readMissing: (gap) => missing.read(gap) }
}

/** Returns what publishes commits to other nodes: nothing when this is the only node. */
function publishers({ bus, nodeId, failures }: Ports): readonly CommitListener[] {
  return bus === undefined ? [] : [new FactPublisher({ nodeId, bus, failures })]
}

function createSubscriptions(
  { bus, clock, nodeId, failures, settings }: Ports,
  targets: PushTargets,
  receiver: FactReceiver,
): LicenseSubscriptions | undefined {
  if (bus === undefined) return undefined
  return new LicenseSubscriptions({
    ...{ nodeId, bus, clock, failures },
    receive: (batch) => receiver.receive(batch),
    isConnected: (licenseId) => targets.hasLicense(licenseId),
    cachedMs: Math.max(settings.caches.identityMs, settings.caches.configurationMs),
  })
}

function createIdentities(
  { settings, storage, clock }: Ports,
  subscriptions: LicenseSubscriptions | undefined,
): Identities {
  const { identityCount: maxCount, identityMs: maxAgeMs } = settings.caches
  const known = new ExpiringCache<KnownToken>(clock, { maxCount, maxAgeMs })
  const familiar = new RecentKeys(clock, { maxCount, maxAgeMs: familiarMs })
  return new Identities(storage.read, clock, { known, familiar }, (licenseId) =>
    subscriptions?.listen(licenseId),
  )
}

function createConfigurations(
  { settings, read, clock, failures }: Ports,
  targets: PushTargets,
  subscriptions: LicenseSubscriptions | undefined,
): Configurations {
  const { threadBounds } = settings
  const { customContentBytes, eventContentBytes, propertiesBytes } = settings.limits
  return new Configurations({
    ...{ read, clock, failures },
    limits: { propertiesBytes, customContentBytes, eventContentBytes, threadBounds },
    listen: (licenseId) => subscriptions?.listen(licenseId),
    isConnected: (licenseId) => targets.hasLicense(licenseId),
    maxAgeMs: settings.caches.configurationMs,
  })
}
