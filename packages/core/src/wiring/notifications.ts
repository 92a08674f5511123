import type { Changes } from '../changes/changes.js'
import { IgnoredMissedFacts, type MissedFacts, RecordedMissedFacts } from '../notifications/missed-facts.js'
import { Notifier } from '../notifications/notifier.js'
import { WaitingNotices } from '../notifications/waiting-notices.js'
import type { PushTargets } from '../push/push-targets.js'
import type { Ports } from './engine-ports.js'

/**
 * Creates the part that collects notifications for agents without a connection. `waiting` is `undefined` when the host
 * has no push service.
 */
export function createMissedFacts(
  { pushService, clock, failures, logger, settings }: Ports,
  targets: PushTargets,
): { readonly missed: MissedFacts; readonly waiting: WaitingNotices | undefined } {
  if (pushService === undefined) return { missed: new IgnoredMissedFacts(logger), waiting: undefined }
  const { intervalMs, waitingCount: maxCount } = settings.notifications
  const onDropped = (licenseId: number) => {
    failures.warn('Too many notifications wait, and one was dropped', 'push service', { licenseId }, {})
  }
  const waiting = new WaitingNotices({ clock, intervalMs, maxCount, onDropped })
  return { missed: new RecordedMissedFacts({ waiting, targets, failures }), waiting }
}

/** Creates the job that sends notifications; returns `undefined` when the host has no push service. */
export function createNotifier(
  ports: Ports,
  waiting: WaitingNotices | undefined,
  changes: Changes,
): Notifier | undefined {
  const { pushService, background } = ports
  if (pushService === undefined || waiting === undefined) return undefined
  const notifier = new Notifier({ ...ports, pushService, waiting, changes })
  background.add(notifier)
  return notifier
}
