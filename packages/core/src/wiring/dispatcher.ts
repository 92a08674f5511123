import { RecentKeys } from '../cache/recent-keys.js'
import { CallerSlots } from '../changes/caller-slots.js'
import { ThreadAuthors } from '../chats/thread-authors.js'
import type { Configurations } from '../configuration/configurations.js'
import { Catalog } from '../dispatch/catalog.js'
import type { Deadlines } from '../dispatch/deadlines.js'
import { Dispatcher } from '../dispatch/dispatcher.js'
import type { Action } from '../dispatch/handle.js'
import type { ContextDependencies } from '../dispatch/request-context.js'
import type { Ports } from './engine-ports.js'

/** Time during which a node remembers that a thread lists an agent as a user, in milliseconds. */
const namedMs = 3_600_000

/** Creates the dispatcher of all actions. */
export function createDispatcher(
  { settings, storage, clock, steady, ids, secretKeys, shutdown, fileLinks }: Ports,
  actions: readonly Action[],
  parts: Pick<
    ContextDependencies,
    'validator' | 'changes' | 'records' | 'presence' | 'geolocator' | 'search'
  > & {
    readonly deadlines: Deadlines
    readonly configurations: Configurations
  },
): Dispatcher {
  const { deadlines, configurations, ...shared } = parts
  const turns = new CallerSlots(1)
  const { chatHeadCount: maxCount } = settings.caches
  const threadAuthors = new ThreadAuthors(new RecentKeys(clock, { maxCount, maxAgeMs: namedMs }))
  const context = {
    settings,
    ids,
    secretKeys,
    clock,
    steady,
    read: storage.read,
    fileUrls: fileLinks,
    turns,
    threadAuthors,
    ...shared,
  }
  const catalog = new Catalog(actions)
  return new Dispatcher({ catalog, context, deadlines, shutdown, clock, configurations })
}
