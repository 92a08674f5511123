import type {
  AppendedEvent,
  FactWrites,
  LatestSequence,
  LatestSequencesQuery,
  SequencedChat,
  SequenceRange,
  StoredFacts,
} from '@parley/core/storage'
import { decodeEvent, decodeHead } from '../chats/chat-rows.js'
import { integer, text } from '../sql/columns.js'
import { countDue } from '../sql/due-rows.js'
import type { SqlExecutor } from '../sql/executor.js'
import { runInsert } from '../sql/insert-row.js'
import type { FactStatements } from './fact-statements.js'

export class SqlFacts implements FactWrites {
  readonly #db: SqlExecutor
  readonly #statements: FactStatements

  constructor(db: SqlExecutor, statements: FactStatements) {
    this.#db = db
    this.#statements = statements
  }

  async listSequencedChats(chatIds: readonly string[]): Promise<readonly SequencedChat[]> {
    if (chatIds.length === 0) return []
    const rows = await this.#db.all(this.#statements.listSequencedChats, { ids: chatIds })
    return rows.map((row) => ({ head: decodeHead(row), sequence: integer(row, 'sequence') }))
  }

  async list(range: SequenceRange): Promise<readonly Pick<StoredFacts, 'sequence' | 'at' | 'facts'>[]> {
    const rows = await this.#db.all(this.#statements.list, paramsOf(range))
    return rows.map((row) => {
      return { sequence: integer(row, 'sequence'), at: integer(row, 'at'), facts: text(row, 'facts') }
    })
  }

  async listAppended(
    range: SequenceRange & { readonly eventCount: number },
  ): Promise<readonly AppendedEvent[]> {
    const params = Object.assign(paramsOf(range), { event_count: range.eventCount })
    const rows = await this.#db.all(this.#statements.listAppended, params)
    return rows.map((row) => {
      return { sequence: integer(row, 'sequence'), threadId: text(row, 'thread_id'), event: decodeEvent(row) }
    })
  }

  async listLatestSequences({
    licenseIds,
    since,
    limit,
  }: LatestSequencesQuery): Promise<readonly LatestSequence[]> {
    if (licenseIds.length === 0) return []
    const rows = await this.#db.all(this.#statements.listLatestSequences, {
      license_ids: licenseIds,
      since,
      limit,
    })
    return rows.map((row) => ({
      licenseId: integer(row, 'license_id'),
      chatId: text(row, 'id'),
      sequence: integer(row, 'sequence'),
      at: integer(row, 'sequence_at'),
    }))
  }

  async insert(facts: readonly StoredFacts[], maxCount: number): Promise<void> {
    const rows = facts.map(({ chatId: chat_id, facts: text, sequence, at }) => ({
      chat_id,
      sequence,
      at,
      facts: text,
    }))
    await runInsert(this.#db, this.#statements.insert, rows)
    for (const { chatId, sequence } of facts) {
      // Most chats never have so many changes that old ones are deleted.
      if (sequence > maxCount) {
        await this.#db.run(this.#statements.forget, { chat_id: chatId, until: sequence - maxCount })
      }
    }
  }

  countUntil(at: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until: at, max })
  }

  async deleteUntil(at: number, limit: number): Promise<number> {
    return await this.#db.run(this.#statements.deleteDue, { until: at, limit })
  }
}

function paramsOf({ chatId, after, until, maxBytes }: SequenceRange) {
  return { chat_id: chatId, after, until, max_bytes: maxBytes }
}
