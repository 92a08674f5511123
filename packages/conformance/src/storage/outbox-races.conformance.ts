import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatHead, Delivery, Storage } from '@parley/core/storage'
import { appendCommand, givenChat, newChat, newDelivery, newEvent, upTo } from './fixtures.js'
import { ofEach } from './outbox-fixtures.js'
import type { StorageContext } from './storage-context.js'
import type { StorageCases } from './suite.js'

const webhookIds = ['one', 'two']
const chatIds = ['chat', 'second', 'third']
const perLine = 12
const workerCount = 4

/** Tracks, for each webhook and chat, the delivery in progress and the deliveries that are done. */
class Deliveries {
  readonly #underWay = new Set<string>()
  readonly #delivered = new Map<string, number[]>()
  readonly #idle = new Set<string>()
  isAllStored = false
  /** Number that rises whenever a change could alter the result of the next claim. */
  turn = 0

  begin({ webhookId, chatId, sequence }: Delivery): void {
    const line = `${webhookId} ${chatId}`
    assert.ok(!this.#underWay.has(line), `two of ${line} at the same time`)
    this.#underWay.add(line)
    this.#delivered.set(line, [...(this.#delivered.get(line) ?? []), sequence ?? 0])
  }

  end({ webhookId, chatId }: Delivery): void {
    this.#underWay.delete(`${webhookId} ${chatId}`)
  }

  moveOn(): void {
    this.turn += 1
    this.#idle.clear()
  }

  /**
   * Records that a claim begun in `turn` found nothing. Fails when every worker found nothing in the same turn although
   * deliveries are left.
   */
  noteIdle(owner: string, turn: number, total: number): void {
    if (turn !== this.turn || !this.isAllStored || this.count >= total) return
    this.#idle.add(owner)
    assert.ok(this.#idle.size < workerCount, `${this.count} of ${total} were delivered, and no more come`)
  }

  get count(): number {
    return [...this.#delivered.values()].flat().length
  }

  get lines(): readonly (readonly number[])[] {
    return [...this.#delivered.values()]
  }
}

export function outboxRaceCases(cases: StorageCases): void {
  cases.add('delivers each once and in order during concurrent adds and claims', (context) =>
    deliverAll(context, [context.storage]),
  )
  cases.addIf('concurrentNodes', 'delivers each once and in order on two nodes', async (context) => {
    await deliverAll(context, [context.storage, await context.another()])
  })
}

async function deliverAll(context: StorageContext, nodes: readonly Storage[]): Promise<void> {
  const { license, write } = context
  const heads = [await givenChat(context)]
  for (const id of chatIds.slice(1)) heads.push(await write((tx) => tx.chats.insert(newChat(license, id))))
  const deliveries = new Deliveries()
  const total = perLine * chatIds.length * webhookIds.length
  const workers = upTo(workerCount).map((n) => {
    return deliverUntil(total, `worker-${n}`, nodes[n % nodes.length] ?? context.storage, deliveries)
  })
  const storing = Promise.all(heads.map((head) => append(context, head)))
  const stored = storing.then(() => {
    deliveries.isAllStored = true
    deliveries.moveOn()
  })
  await Promise.all([stored, ...workers])
  for (const sequences of deliveries.lines) {
    assert.deepEqual(
      sequences,
      upTo(perLine).map((n) => n + 1),
    )
  }
  assert.equal(await context.read.outbox.countDue(9_000, 10), 0)
}

async function append({ license, storage }: StorageContext, head: ChatHead): Promise<void> {
  for (const n of upTo(perLine)) {
    const deliveries = webhookIds.map((webhookId) =>
      newDelivery(license, `${head.id} ${webhookId} ${n}`, { chatId: head.id, webhookId, eventIndex: 0 }),
    )
    await storage.appendEvents([appendCommand(head, [newEvent(`${head.id}-${n}`)], { deliveries })])
  }
}

async function deliverUntil(
  total: number,
  owner: string,
  storage: Storage,
  deliveries: Deliveries,
): Promise<void> {
  while (deliveries.count < total) {
    // Gives other work of the process a turn, which a storage without I/O would never do.
    await nextTurn()
    const { turn } = deliveries
    const claimed = await storage.transaction((tx) =>
      tx.outbox.claim({ now: 3_000, webhooks: ofEach(2, ...webhookIds), owner, leaseUntil: 9_000 }),
    )
    if (claimed.length === 0) {
      deliveries.noteIdle(owner, turn, total)
      continue
    }
    deliveries.moveOn()
    for (const delivery of claimed) deliveries.begin(delivery)
    await storage.ping()
    // Ends the deliveries before the commit, because other workers may claim the next ones right after it.
    for (const delivery of claimed) deliveries.end(delivery)
    await storage.transaction((tx) =>
      tx.outbox.complete(
        claimed.map(({ id }) => id),
        owner,
      ),
    )
    deliveries.moveOn()
  }
}
