import { randomBytes } from 'node:crypto'
import type { BusLink, BusLinkEvents, ConnectBus, OutgoingBatch } from '@parley/core/ports'
import { integer } from '@parley/storage-sql'
import type { BusPool } from '../postgres-options.js'
import { BusSession } from './bus-session.js'
import {
  messagesIn,
  type NotificationContent,
  partPayloads,
  readPayload,
  wordPayload,
} from './notifications.js'
import { Parts } from './parts.js'
import { Peers } from './peers.js'

/** Interval at which the other nodes are counted, in milliseconds. */
const countIntervalMs = 5_000
/** Maximum time to wait for the responses to a greeting, in milliseconds. They arrive if everything works. */
const greetingTimeoutMs = 2_000

const selectChannel = `select 'parley_' || quote_ident(current_schema())::regnamespace::oid as channel`
/** Lock that is held while the connection lives, so that the listening nodes can be counted. */
const lockShared = 'select pg_advisory_lock_shared(hashtextextended($1, 0))'
const notify = 'select count(pg_notify($1, payload)) from unnest($2::text[]) as given (payload)'
const leave = 'select pg_advisory_unlock_shared(hashtextextended($1, 0)), pg_notify($1, $2)'
const countAll = `select count(*) from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
  and database = (select oid from pg_database where datname = current_database())
  and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0)`

/** Returns a function that connects through LISTEN and NOTIFY. Each link has its own connection. */
export function connectNotify(open: () => BusPool): ConnectBus {
  const ownId = randomBytes(9).toString('base64url')
  return async (events) => {
    const link: { current?: NotifyLink } = {}
    const session = await BusSession.connect(open(), (cause) => link.current?.break(cause))
    try {
      const [row] = await session.query(`${selectChannel}, set_config('synchronous_commit', 'off', false)`)
      const made = new NotifyLink({ session, ownId, events, channel: String(row?.channel) })
      link.current = made
      await made.begin()
      return made
    } catch (cause) {
      delete link.current
      await session.release()
      throw cause
    }
  }
}

interface NotifyLinkParts {
  readonly session: BusSession
  readonly ownId: string
  readonly events: BusLinkEvents
  readonly channel: string
}

class NotifyLink implements BusLink {
  readonly #session: BusSession
  readonly #ownId: string
  readonly #events: BusLinkEvents
  readonly #channel: string
  readonly #peers = new Peers()
  readonly #parts = new Map<string, Parts>()
  #timer: NodeJS.Timeout | undefined
  #greeted: (from: string) => void = () => undefined
  #hasEnded = false

  constructor({ session, ownId, events, channel }: NotifyLinkParts) {
    this.#session = session
    this.#ownId = ownId
    this.#events = events
    this.#channel = channel
  }

  /** Starts listening and greets the others. When it resolves, they know that this node is listening. */
  async begin(): Promise<void> {
    this.#session.onNotification((payload) => this.#receive(payload))
    await this.#session.query(`listen ${this.#channel}`)
    const release = await this.#session.occupyPooled()
    try {
      await this.#session.query(lockShared, [this.#channel])
      await this.#greet(await this.#count())
    } finally {
      await release()
    }
    if (this.#hasEnded) throw new Error('the connection of the bus has ended')
    this.#timer = setInterval(() => void this.#recount(), countIntervalMs)
    this.#timer.unref()
  }

  hasListeners(): boolean {
    return this.#peers.arePresent()
  }

  async send({ messages, reportsLoss }: OutgoingBatch): Promise<void> {
    const lossPayloads = reportsLoss ? [wordPayload(this.#ownId, 'loss')] : []
    await this.#notify([...lossPayloads, ...partPayloads(this.#ownId, messages)])
  }

  /** Does nothing, because the link receives the messages of all licenses. */
  async listen(): Promise<void> {
    if (this.#hasEnded) throw new Error('the connection of the bus has ended')
  }

  unlisten(): void {}

  async ping(): Promise<void> {
    await this.#session.query('select')
  }

  async close(): Promise<void> {
    if (this.#hasEnded) return
    this.#end()
    await this.#session.end(leave, [this.#channel, wordPayload(this.#ownId, 'bye')])
  }

  break(cause: unknown): void {
    if (this.#hasEnded) return
    this.#end()
    void this.#session.release()
    this.#events.onDisconnect(cause)
  }

  #end(): void {
    this.#hasEnded = true
    clearInterval(this.#timer)
  }

  /**
   * Announces this node. Resolves when its own greeting has come back and `missing` others have responded, or after the
   * timeout. Throws when its own greeting has not come back.
   */
  async #greet(missing: number): Promise<void> {
    const responders = new Set<string>()
    let timeout: NodeJS.Timeout | undefined
    const complete = new Promise<void>((resolve) => {
      this.#greeted = (from) => {
        if (responders.add(from).size > missing) resolve()
      }
      timeout = setTimeout(resolve, greetingTimeoutMs)
    })
    await this.#notify([wordPayload(this.#ownId, 'hello')])
    await complete.finally(() => clearTimeout(timeout))
    if (!responders.has(this.#ownId)) {
      throw new Error(
        'PostgreSQL delivers no notifications, because a pooler in transaction mode is in front of it: use session mode, Redis (bus: redisBus(…)), or bus: null for a single node',
      )
    }
  }

  async #recount(): Promise<void> {
    try {
      this.#peers.forgetSkipped()
      await this.#count()
    } catch (cause) {
      this.break(cause)
    }
  }

  /** Returns the number of other nodes that are listening. */
  async #count(): Promise<number> {
    const isCurrent = this.#peers.startCount()
    const [row] = await this.#session.query(countAll, [this.#channel])
    const count = row === undefined ? 0 : integer(row, 'count') - 1
    if (isCurrent()) this.#peers.set(count > 0)
    return count
  }

  async #notify(payloads: readonly string[]): Promise<void> {
    await this.#session.query(notify, [this.#channel, payloads])
  }

  #receive(payload: string): void {
    const received = readPayload(payload)
    if (received === undefined || this.#hasEnded) return
    const { from, content } = received
    if (from === this.#ownId) this.#greeted(from)
    else if (content.kind === 'word') this.#hearWord(from, content.word)
    else this.#hearPart(from, content)
  }

  #hearWord(from: string, word: string): void {
    if (word === 'bye') {
      this.#parts.delete(from)
      void this.#recount()
      return
    }
    this.#peers.noteMessage()
    if (word === 'hello') this.#respond()
    else if (word === 'here') this.#greeted(from)
    else if (word === 'loss') this.#events.onLoss()
  }

  /**
   * Responds to a greeting. If messages were skipped because this node seemed alone, it also reports a loss, because
   * the new node may have needed them.
   */
  #respond(): void {
    const words = this.#peers.takeSkipped() ? ['here', 'loss'] : ['here']
    this.#notify(words.map((word) => wordPayload(this.#ownId, word))).catch((cause: unknown) =>
      this.break(cause),
    )
  }

  #hearPart(from: string, content: Extract<NotificationContent, { kind: 'part' }>): void {
    this.#peers.noteMessage()
    const parts = this.#parts.get(from) ?? new Parts()
    this.#parts.set(from, parts)
    const whole = parts.add(content)
    if (whole === undefined) return
    this.#parts.delete(from)
    if (whole === null) this.#events.onLoss()
    else for (const message of messagesIn(whole)) this.#events.onMessage(message)
  }
}
