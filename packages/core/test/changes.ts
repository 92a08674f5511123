import { ExpiringCache } from '../src/cache/expiring-cache.js'
import { Changes } from '../src/changes/changes.js'
import { ChatHeads } from '../src/changes/chat-heads.js'
import { IdempotencyRecords } from '../src/changes/idempotency-records.js'
import { Lanes } from '../src/changes/lanes.js'
import { VirtualClock } from '../src/clock/virtual-clock.js'
import type { Fact } from '../src/facts/fact.js'
import type { FactBatch } from '../src/facts/fact-batch.js'
import type { Told } from '../src/facts/fact-receiver.js'
import type { Storage, StorageReads } from '../src/ports/storage.js'
import type { ChatHead } from '../src/ports/stores/chats.js'
import { scripted } from './scripted.js'

/** The engine's own way to change what that storage keeps; what it tells is kept here, and told at once. */
export function changesOn(storage: Partial<Storage>, clock = new VirtualClock(0)) {
  const batches: FactBatch[] = []
  const port = scripted<Storage>({ read: scripted<StorageReads>({}), ...storage })
  const heads = new ChatHeads(
    port.read,
    new ExpiringCache<ChatHead>(clock, { maxCount: 10, maxAgeMs: 1_000 }),
  )
  const records = new IdempotencyRecords(port.read, clock, 60_000)
  const told: { hear: (batch: FactBatch, told: Told) => void } = { hear: () => undefined }
  const facts = {
    tell(all: readonly FactBatch[], to: Told) {
      batches.push(...all)
      for (const batch of all) told.hear(batch, to)
      to.done()
    },
  }
  const changes = new Changes({ storage: port, lanes: new Lanes(), heads, records, facts })
  return {
    changes,
    heads,
    records,
    batches,
    told,
    facts: (): readonly Fact[] => batches.flatMap((batch) => batch.facts),
  }
}
