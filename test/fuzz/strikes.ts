import assert from 'node:assert/strict'
import { isDocumented, isObject, outcomeOfHttp, outcomeOfResponse, parseObject } from './answers.js'
import type { Attack, HttpAttack, RtmAttack } from './attack.js'
import { HttpPeer } from './http-peer.js'
import { RtmPeer } from './rtm-peer.js'
import type { StoredRows } from './stored-rows.js'
import { rtmUrl, tokenOf, type World } from './world.js'

interface StrikeResult {
  readonly outcome: string
  /** The payload of a successful response. */
  readonly payload?: unknown
}

/** Carries out attacks one at a time and checks the result of each. */
export class Strikes {
  readonly #world: World
  readonly #rows: StoredRows
  readonly #http: HttpPeer
  /** Keeps the attacked agent logged in, so that the ends of other connections cause no writes. */
  readonly #anchor: RtmPeer
  readonly #peers = new Map<string, RtmPeer>()
  readonly #outcomes = new Map<string, number>()
  /** Ids of the events in the attacked chat whose requests succeeded. */
  readonly #ledger: string[] = []

  private constructor(world: World, rows: StoredRows, anchor: RtmPeer) {
    this.#world = world
    this.#rows = rows
    this.#anchor = anchor
    this.#http = new HttpPeer(world.server.port)
  }

  static async prepare(world: World, rows: StoredRows): Promise<Strikes> {
    const anchor = await RtmPeer.open(rtmUrl(world, world.attacked, 'agent', 'v0.4'))
    await anchor.request('login', { token: tokenOf(world.attacked, 'agent') })
    return new Strikes(world, rows, anchor)
  }

  async strike(attack: Attack): Promise<void> {
    const peer = attack.via === 'rtm' ? await this.#peer(attack) : undefined
    const before = await this.#rows.fingerprint()
    const { outcome, payload } =
      attack.via === 'rtm' ? await this.#ask(attack, peer) : await this.#exchange(attack)
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    assert.deepEqual(this.#world.errors, [], 'nothing was logged as an error')
    assert.ok(this.#anchor.isOpen, 'the connection of the same agent was closed')
    if (attack.expected === undefined) assert.ok(isDocumented(outcome), outcome)
    else assert.ok(attack.expected.includes(outcome), `${outcome}, not ${attack.expected.join(' or ')}`)
    if (outcome === 'ok') this.#note(payload)
    else assert.equal(await this.#rows.fingerprint(), before, `something was stored: ${outcome}`)
  }

  /** Checks that the attacked chat contains exactly the events whose requests succeeded. */
  async checkLedger(): Promise<void> {
    const { chatId, agentId } = this.#world.attacked
    const agent = this.#world.engine.as({ agentId })
    const { chat } = await agent.getChatThreads({ chat_id: chatId })
    const threadIds = chat.threads_summary.map(({ thread_id }) => thread_id)
    const stored: string[] = []
    for (let at = 0; at < threadIds.length; at += 50) {
      const page = await agent.getChatThreads({ chat_id: chatId, thread_ids: threadIds.slice(at, at + 50) })
      for (const { events } of page.chat.threads ?? []) {
        events.forEach(({ order }, index) => {
          assert.equal(order, index + 1, 'the events of a thread have no gap')
        })
        stored.push(...events.filter(({ type }) => type !== 'system_message').map(({ id }) => id))
      }
    }
    assert.deepEqual(stored.toSorted(), [this.#world.attacked.firstEventId, ...this.#ledger].toSorted())
  }

  /** Checks that the outcomes vary, because attacks that always end in the same way test little. */
  checkVariety(count: number): void {
    const share = (outcome: string) => (this.#outcomes.get(outcome) ?? 0) / count
    assert.ok(share('validation') > 0.4 && share('ok') > 0.02 && this.#outcomes.size > 8, this.summary())
  }

  summary(): string {
    const sorted = [...this.#outcomes].sort(([, one], [, other]) => other - one)
    return sorted.map(([outcome, count]) => `${outcome} ${count}`).join(', ')
  }

  end(): void {
    this.#http.close()
    this.#anchor.close()
    for (const peer of this.#peers.values()) peer.close()
  }

  async #exchange({ bytes, isHead = false, endsAfter = false }: HttpAttack): Promise<StrikeResult> {
    const answer = await this.#http.exchange(bytes, { isHead, endsAfter })
    const outcome = outcomeOfHttp(answer, isHead)
    return outcome === 'ok' ? { outcome, payload: parseObject(answer?.body ?? '{}') } : { outcome }
  }

  async #ask(
    { frame, isBinary, requestId, action }: RtmAttack,
    peer: RtmPeer | undefined,
  ): Promise<StrikeResult> {
    assert.ok(peer !== undefined)
    const answer = await peer.ask(frame, isBinary)
    if (typeof answer === 'number') return { outcome: `close:${answer}` }
    const sent = { ...(requestId !== undefined && { requestId }), ...(action !== undefined && { action }) }
    return { outcome: outcomeOfResponse(answer, sent), payload: answer.payload }
  }

  /** Returns the connection for the attack. One that sends a login is new each time. */
  async #peer({ api, version, isLoggedIn }: RtmAttack): Promise<RtmPeer> {
    const key = isLoggedIn ? `${api} ${version}` : 'anonymous'
    const present = this.#peers.get(key)
    if (isLoggedIn && present?.isOpen) return present
    present?.close()
    const peer = await RtmPeer.open(rtmUrl(this.#world, this.#world.attacked, api, version))
    this.#peers.set(key, peer)
    if (isLoggedIn) await peer.request('login', { token: tokenOf(this.#world.attacked, api) })
    return peer
  }

  #note(payload: unknown): void {
    if (!isObject(payload) || typeof payload.thread_id !== 'string') return
    const { event } = payload
    if (isObject(event) && typeof event.id === 'string') this.#ledger.push(event.id)
  }
}
