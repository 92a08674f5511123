import { ExpiringCache } from '../cache/expiring-cache.js'
import { RecentKeys } from '../cache/recent-keys.js'
import { MissingCommits } from '../catching-up/missing-commits.js'
import { UndeliveredCommits } from '../catching-up/undelivered-commits.js'
import { Changes } from '../changes/changes.js'
import { ChatHeads } from '../changes/chat-heads.js'
import type { IdempotencyRecords } from '../changes/idempotency-records.js'
import { KeyedLocks } from '../changes/keyed-locks.js'
import { Outbox } from '../changes/outbox.js'
import { StoredDeliveries } from '../changes/stored-deliveries.js'
import { Configurations } from '../configuration/configurations.js'
import { FactListeners } from '../facts/fact-listeners.js'
import { FactPublisher } from '../facts/fact-publisher.js'
import { FactReceiver, type StaleCaches } from '../facts/fact-receiver.js'
import { Facts } from '../facts/facts.js'
import type { OtherNodes } from '../facts/gaps.js'
import { LateCommits } from '../facts/late-commits.js'
import { LicenseSubscriptions } from '../facts/license-subscriptions.js'
import { Identities } from '../identity/identities.js'
import type { KnownToken } from '../identity/known-token.js'
import { FanOut } from '../push/fan-out.js'
import { PushTargets } from '../push/push-targets.js'
import { ChangedLicenses } from '../routing/changed-licenses.js'
import { UnindexedChats } from '../search/unindexed-chats.js'
import type { Ports } from './engine-ports.js'
import { createMissedFacts } from './notifications.js'

/** Time during which a token is remembered as valid, in milliseconds. */
const familiarMs = 600_000

/** Maximum number of chats whose last delivered sequence is kept in memory. */
const orderedChatCount = 100_000

/**
 * Creates the part that commits changes, and delivers the resulting facts to connections, listeners and other nodes.
 */
export function createChanges(ports: Ports, records: IdempotencyRecords) {
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
    others,
  })
  const { publisher, subscriptions } = createNetwork(ports, targets, receiver)
  const identities = createIdentities(ports, subscriptions)
  const configurations = createConfigurations(ports, targets, subscriptions)
  const unindexed = new UnindexedChats(orderedChatCount)
  const noteChanged = (chatId: string) => unindexed.note(chatId)
  const routable = new ChangedLicenses()
  const noteAssignable = (licenseId: number) => routable.note(licenseId)
  const { missed, waiting } = createMissedFacts(ports, targets)
  const noteMissed = missed.add.bind(missed)
  const facts = new Facts({ listeners, publisher, receiver, noteChanged, noteAssignable, noteMissed })
  const outbox = new Outbox({
    newId: () => ports.ids.uuid(),
    configurationIn: (tx, licenseId) => configurations.readInTransaction(tx, licenseId),
    ...{ files, steady, clock: ports.clock },
  })
  const deliveries = new StoredDeliveries()
  const noteDeliveries = deliveries.note.bind(deliveries)
  const locks = new KeyedLocks()
  const { changesPerChat } = settings.catchUp
  const hasOtherNodes = others !== undefined
  const changes = new Changes({
    storage,
    heads,
    records,
    facts,
    outbox,
    locks,
    noteDeliveries,
    changesPerChat,
    hasOtherNodes,
  })
  if (hasOtherNodes) ports.background.add(new UndeliveredCommits({ ...ports, targets, receiver }))
  const told = { listeners, receiver, late, subscriptions, unindexed, routable, waiting, deliveries }
  return { changes, targets, identities, configurations, heads, ...told }
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

function createNetwork(
  { bus, clock, nodeId, failures, settings }: Ports,
  targets: PushTargets,
  receiver: FactReceiver,
) {
  if (bus === undefined) return { publisher: undefined, subscriptions: undefined }
  const publisher = new FactPublisher({ nodeId, bus, failures })
  const subscriptions = new LicenseSubscriptions({
    ...{ nodeId, bus, clock, failures },
    receive: (batch) => receiver.receive(batch),
    isConnected: (licenseId) => targets.hasLicense(licenseId),
    cachedMs: Math.max(settings.caches.identityMs, settings.caches.configurationMs),
  })
  return { publisher, subscriptions }
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
