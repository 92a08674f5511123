import { ExpiringCache } from '../src/cache/expiring-cache.js'
import { Changes } from '../src/changes/changes.js'
import { ChatHeads } from '../src/changes/chat-heads.js'
import { IdempotencyRecords } from '../src/changes/idempotency-records.js'
import { KeyedLocks } from '../src/changes/keyed-locks.js'
import { Outbox } from '../src/changes/outbox.js'
import { VirtualClock } from '../src/clock/virtual-clock.js'
import type { Configuration } from '../src/configuration/configuration.js'
import type { Fact } from '../src/facts/fact.js'
import type { FactBatch } from '../src/facts/fact-batch.js'
import type { CommitCallbacks } from '../src/facts/received-commit.js'
import type { ChatHead } from '../src/model/chat.js'
import type { Storage, StorageReads } from '../src/ports/storage.js'
import { configuration, fileUrls } from './domain-values.js'
import { scripted } from './scripted.js'

interface Configured {
  /** Configuration of every license when the caller passes none. */
  readonly configured?: Configuration
  /** Number of changes of a chat that are stored. Default: 0. */
  readonly changesPerChat?: number
  /** Creates ids of deliveries. */
  readonly newId?: () => string
}

/** Returns the `Changes` of an engine on `storage`. Its batches are recorded here and delivered immediately. */
export function changesOn(
  storage: Storage,
  clock = new VirtualClock(0),
  { configured = configuration(), newId = numberedIds(), changesPerChat = 0 }: Configured = {},
) {
  const batches: FactBatch[] = []
  // Tests that script no reads share this one.
  const read = 'read' in storage ? storage.read : scripted<StorageReads>({})
  const heads = new ChatHeads(read, new ExpiringCache<ChatHead>(clock, { maxCount: 10, maxAgeMs: 1_000 }))
  const records = new IdempotencyRecords(read, clock, 60_000)
  const told: {
    hear: (batch: FactBatch, told: CommitCallbacks) => void
    /** Takes the callbacks of commits that have to wait for others first. */
    hold: ((told: CommitCallbacks) => void) | undefined
  } = { hear: () => undefined, hold: undefined }
  const outbox = new Outbox({
    ...{ newId, files: fileUrls, clock, steady: clock },
    configurationIn: async () => configured,
  })
  const answered: string[] = []
  const facts = {
    reply(fact: Fact) {
      answered.push(fact.name)
      return 1
    },
    distribute(all: readonly FactBatch[], to: CommitCallbacks) {
      batches.push(...all)
      for (const batch of all) told.hear(batch, to)
      if (told.hold === undefined) to.done()
      else told.hold(to)
    },
  }
  const deliveries = { noteCount: 0 }
  const noteDeliveries = () => {
    deliveries.noteCount += 1
  }
  const locks = new KeyedLocks()
  const hasOtherNodes = false
  const changes = new Changes({
    storage,
    locks,
    heads,
    records,
    facts,
    outbox,
    noteDeliveries,
    changesPerChat,
    hasOtherNodes,
  })
  return {
    changes,
    heads,
    records,
    batches,
    deliveries,
    /** Names of the facts whose pushes answered a request, and went only to the connection that sent it. */
    answered,
    told,
    facts: (): readonly Fact[] => batches.flatMap((batch) => batch.facts),
  }
}

function numberedIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `id-${count}`
  }
}
