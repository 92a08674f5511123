import type { Part } from '../background/part.js'
import { UndeliveredCommits } from '../catching-up/undelivered-commits.js'
import { assign } from '../domain/routing/assign.js'
import { UnnamedFiles } from '../files/unnamed-files.js'
import { expiryChores } from '../housekeeping/chores.js'
import { Housekeeping } from '../housekeeping/housekeeping.js'
import { SecretKeyRenewal } from '../housekeeping/secret-key-renewal.js'
import { MissingPushService } from '../notifications/missing-push-service.js'
import { Notifier } from '../notifications/notifier.js'
import { WaitingNotices } from '../notifications/waiting-notices.js'
import type { RoutingState } from '../ports/routing-policy.js'
import { Presence } from '../presence/presence.js'
import { AssignmentRound } from '../routing/assignment-round.js'
import { HostPolicy } from '../routing/host-policy.js'
import { QueuePositions } from '../routing/queue-positions.js'
import { Router } from '../routing/router.js'
import { SilentThreads } from '../routing/silent-threads.js'
import { EventLoopLoad } from '../search/event-loop-load.js'
import { SearchIndexer } from '../search/search-indexer.js'
import { UnindexedChats } from '../search/unindexed-chats.js'
import { Deliveries } from '../webhooks/deliveries.js'
import type { ChangeParts } from './changes.js'
import type { Ports } from './engine-ports.js'

/** Everything of the engine that a part can use. */
type Engine = Ports & ChangeParts

/** Stands for a part that this engine does not need. */
const none: Part = {}

/** Creates the parts that work in the background, one line each. They start, and receive commits, in this order. */
export function createParts(engine: Engine) {
  const { settings, sharedTime, secretKeys, files, background } = engine
  const isOnlyNode = engine.bus === undefined
  const parts = {
    sharedTime: sharedTime ?? none,
    undeliveredCommits: isOnlyNode ? none : new UndeliveredCommits(engine),
    silentThreads: new SilentThreads(engine),
    ...createRouting(engine),
    presence: new Presence({ ...engine, isOnlyNode }),
    housekeeping: new Housekeeping(engine, expiryChores(settings)),
    secretKeyRenewal: secretKeys.encrypts ? new SecretKeyRenewal(engine) : none,
    notifier: createNotifier(engine),
    deliveries: new Deliveries(engine),
    search: new SearchIndexer({ ...engine, unindexed: new UnindexedChats(), load: new EventLoopLoad() }),
    unnamedFiles: files === undefined ? none : new UnnamedFiles({ ...engine, files }),
    queuePositions: new QueuePositions(engine),
  }
  for (const part of Object.values(parts)) background.add(part)
  return parts
}

/** Creates the router, unless agents pick their threads themselves. */
function createRouting(engine: Engine): Readonly<Record<string, Part>> {
  const { mode, policy } = engine.settings.routing
  if (mode === 'manual') return {}
  const timeoutMs = engine.settings.timeouts.routingPolicyMs
  const hostPolicy = policy && new HostPolicy({ ...engine, policy, timeoutMs })
  const decide = (state: RoutingState) => hostPolicy?.decide(state) ?? assign(state)
  const round = new AssignmentRound({ ...engine, decide, assignsAll: hostPolicy === undefined })
  return { hostPolicy: hostPolicy ?? none, router: new Router({ ...engine, round }) }
}

function createNotifier(engine: Engine): Part {
  const { pushService, clock, failures, settings } = engine
  if (pushService === undefined) return new MissingPushService(engine)
  const { intervalMs, waitingCount: maxCount } = settings.notifications
  const onDropped = (licenseId: number) => {
    failures.warn('Too many notifications wait, and one was dropped', 'push service', { licenseId }, {})
  }
  const waiting = new WaitingNotices({ clock, intervalMs, maxCount, onDropped })
  return new Notifier({ ...engine, pushService, waiting })
}
