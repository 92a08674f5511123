import type { Changes } from '../changes/changes.js'
import { assign } from '../domain/routing/assign.js'
import type { RoutingState } from '../ports/routing-policy.js'
import { AssignmentRound } from '../routing/assignment-round.js'
import type { ChangedLicenses } from '../routing/changed-licenses.js'
import { HostPolicy } from '../routing/host-policy.js'
import { Router } from '../routing/router.js'
import { SilentThreads } from '../routing/silent-threads.js'
import type { Ports } from './engine-ports.js'

/** The running routing of a node. */
export interface Routing {
  /** Aborts the running call of the host's routing policy. */
  close(): void
}

/** Creates the jobs that close silent threads and, unless agents pick threads themselves, assign waiting threads. */
export function createRouting(
  ports: Ports,
  { changes, routable }: { readonly changes: Changes; readonly routable: ChangedLicenses },
): Routing {
  const { settings, clock, failures } = ports
  const { mode, policy } = settings.routing
  ports.background.add(new SilentThreads({ ...ports, changes }))
  if (mode === 'manual') return { close: () => undefined }
  const timeoutMs = settings.timeouts.routingPolicyMs
  const host = policy && new HostPolicy({ policy, clock, failures, timeoutMs })
  const decide = (state: RoutingState) => host?.decide(state) ?? assign(state)
  const round = new AssignmentRound({ ...ports, changes, decide, assignsAll: host === undefined })
  new Router({ ...ports, changed: routable, round })
  return { close: () => host?.close() }
}
