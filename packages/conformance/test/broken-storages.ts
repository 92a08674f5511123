import type { Agent, AppendResult, Storage, StorageReads, StorageTransaction } from '@parley/core/storage'

/** A storage that breaks one guarantee of the port. */
export interface BrokenStorage {
  /** Description of the fault. */
  readonly fault: string
  /** Name of the case that covers the broken guarantee. */
  readonly caughtBy: string
  readonly breaks: (sound: Storage) => Storage
}

interface Alteration {
  readonly read?: (reads: StorageReads) => StorageReads
  readonly tx?: (tx: StorageTransaction) => StorageTransaction
  readonly transaction?: Storage['transaction']
  readonly appendEvents?: Storage['appendEvents']
}

/** Returns the storage with the given parts replaced. */
function altered(sound: Storage, { read, tx, transaction, appendEvents }: Alteration): Storage {
  return {
    open: () => sound.open(),
    read: read?.(sound.read) ?? sound.read,
    transaction:
      transaction ??
      ((work, cancellation) => sound.transaction((inner) => work(tx?.(inner) ?? inner), cancellation)),
    appendEvents: appendEvents ?? ((commands, cancellation) => sound.appendEvents(commands, cancellation)),
    ping: () => sound.ping(),
    close: () => sound.close(),
  }
}

/** Updates an agent from data that was read before the transaction began. */
function losesUpdates(sound: Storage): Storage {
  const known = new Set<string>()
  return altered(sound, {
    async transaction(work, cancellation) {
      const before = new Map<string, Agent>()
      for (const id of known) {
        const agent = await sound.read.agents.get(id)
        if (agent) before.set(id, agent)
      }
      return sound.transaction((tx) => {
        const insert: typeof tx.agents.insert = (agent) => {
          known.add(agent.id)
          return tx.agents.insert(agent)
        }
        const update: typeof tx.agents.update = (id, changes) => {
          const { name, email, avatar, maxChatsCount } = before.get(id) ?? {}
          const old = before.has(id) ? { name, email, avatar, maxChatsCount } : {}
          return tx.agents.update(id, Object.assign(old, changes))
        }
        return work({ ...tx, agents: { ...tx.agents, insert, update } })
      }, cancellation)
    },
  })
}

/** Commits the writes of a transaction whose work failed. */
function commitsHalves(sound: Storage): Storage {
  return altered(sound, {
    async transaction(work, cancellation) {
      const outcome = await sound.transaction(async (tx) => {
        try {
          return { result: await work(tx) }
        } catch (error) {
          return { error }
        }
      }, cancellation)
      if ('error' in outcome) throw outcome.error
      return outcome.result
    },
  })
}

/** Appends events although the chat's revision has changed. */
function appendsStale(sound: Storage): Storage {
  return altered(sound, {
    async appendEvents(commands, cancellation) {
      const results: AppendResult[] = []
      for (const command of commands) {
        const [result] = await sound.appendEvents([command], cancellation)
        const head = result?.status === 'stale' ? result.head : undefined
        const again = head && [{ ...command, revision: head.revision }]
        const [second] = again ? await sound.appendEvents(again, cancellation) : [result]
        if (second) results.push(second)
      }
      return results
    },
  })
}

/** Returns event orders with gaps. */
function leavesGaps(sound: Storage): Storage {
  return altered(sound, {
    async appendEvents(commands, cancellation) {
      const results = await sound.appendEvents(commands, cancellation)
      return results.map((result) => {
        if (result.status !== 'stored') return result
        return { ...result, orders: result.orders.map((order) => 2 * order - 1) }
      })
    },
  })
}

function losesDeliveries(sound: Storage): Storage {
  return altered(sound, {
    appendEvents: (commands, cancellation) =>
      sound.appendEvents(
        commands.map((command) => ({ ...command, deliveries: [] })),
        cancellation,
      ),
  })
}

/** Stores deliveries outside the transaction, so that they stay when it fails. */
function keepsDeliveries(sound: Storage): Storage {
  return altered(sound, {
    async transaction(work, cancellation) {
      const beside: Parameters<StorageTransaction['outbox']['add']>[] = []
      const add: StorageTransaction['outbox']['add'] = async (...added) => void beside.push(added)
      try {
        return await sound.transaction((tx) => {
          beside.length = 0
          return work({ ...tx, outbox: { ...tx.outbox, add } })
        }, cancellation)
      } finally {
        for (const added of beside) await sound.transaction((tx) => tx.outbox.add(...added))
      }
    },
  })
}

export const brokenStorages: readonly BrokenStorage[] = [
  {
    ...{ fault: 'loses one of two changes', breaks: losesUpdates },
    caughtBy: 'agents: loses neither of two concurrent changes',
  },
  {
    fault: 'gives one external id to two agents',
    caughtBy: 'external ids: refuses an external id that an agent of the license has, and writes nothing',
    breaks: (sound) =>
      altered(sound, {
        tx: (tx) => {
          const insert: typeof tx.agents.insert = (agent) => tx.agents.insert({ ...agent, externalId: null })
          return { ...tx, agents: { ...tx.agents, insert } }
        },
      }),
  },
  {
    ...{ fault: 'commits part of failed work', breaks: commitsHalves },
    caughtBy: 'transactions: rolls back failed work',
  },
  {
    ...{ fault: 'appends on a stale revision', breaks: appendsStale },
    caughtBy: 'append: stores nothing when the revision has changed, and answers the current head',
  },
  {
    ...{ fault: 'leaves gaps in orders', breaks: leavesGaps },
    caughtBy: 'append: stores events and answers their orders',
  },
  {
    ...{ fault: 'loses deliveries of events', breaks: losesDeliveries },
    caughtBy: 'outbox: stores the deliveries of a command with the sequence and orders of its events',
  },
  {
    ...{ fault: 'keeps deliveries of failed work', breaks: keepsDeliveries },
    caughtBy: 'outbox: keeps nothing of a transaction that fails',
  },
  {
    fault: 'lists in the wrong order',
    caughtBy: 'summaries: lists by latest activity, ties by descending id',
    breaks: (sound) =>
      altered(sound, {
        read: (reads) => {
          const listByCustomer: typeof reads.chats.listByCustomer = async (...asked) => {
            const listed = await reads.chats.listByCustomer(...asked)
            return { ...listed, chats: listed.chats.toReversed() }
          }
          return { ...reads, chats: { ...reads.chats, listByCustomer } }
        },
      }),
  },
  {
    fault: 'shows agents of another license',
    caughtBy: 'agents: lists by ids only those that exist in the license',
    breaks: (sound) =>
      altered(sound, {
        read: (reads) => {
          const listByIds: typeof reads.agents.listByIds = async (_, ids) => {
            const found = await Promise.all(ids.map((id) => reads.agents.get(id)))
            return found.filter((agent) => agent !== undefined)
          }
          return { ...reads, agents: { ...reads.agents, listByIds } }
        },
      }),
  },
  {
    fault: 'keeps expired tokens',
    caughtBy: 'expiry: deletes expired tokens up to a limit, the oldest first',
    breaks: (sound) =>
      altered(sound, {
        tx: (tx) => ({ ...tx, tokens: { ...tx.tokens, deleteExpired: async () => 0 } }),
      }),
  },
  {
    fault: 'accepts an idempotency key twice',
    caughtBy: 'idempotency records: refuses a key whose record is still valid, and writes nothing',
    breaks: (sound) =>
      altered(sound, {
        tx: (tx) => {
          const insert: typeof tx.idempotencyRecords.insert = async (answer) =>
            tx.idempotencyRecords.insert(answer, answer.createdAt)
          return { ...tx, idempotencyRecords: { ...tx.idempotencyRecords, insert } }
        },
      }),
  },
  {
    fault: 'repeats the last item of a page on the next',
    caughtBy: 'agents: lists a license by ascending id, by code units, after one and with a limit',
    breaks: (sound) =>
      altered(sound, {
        read: (reads) => {
          const list: typeof reads.agents.list = async (licenseId, limit, after) => {
            const all = await reads.agents.list(licenseId, 1_000)
            return all.filter(({ id }) => after === undefined || id >= after).slice(0, limit)
          }
          return { ...reads, agents: { ...reads.agents, list } }
        },
      }),
  },
  {
    fault: 'returns a later sequence instead of a missing one',
    caughtBy: 'facts: lists facts after one sequence, up to another',
    breaks: (sound) =>
      altered(sound, {
        read: (reads) => {
          const list: typeof reads.facts.list = (range) =>
            reads.facts.list({ ...range, after: range.after + 1 })
          return { ...reads, facts: { ...reads.facts, list } }
        },
      }),
  },
  {
    fault: 'runs cancelled work',
    caughtBy: 'cancellation: runs no statement when cancelled beforehand',
    breaks: (sound) => altered(sound, { transaction: (work) => sound.transaction(work) }),
  },
]
