import assert from 'node:assert/strict'
import { HttpPeer } from '../fuzz/http-peer.js'
import { checkChat } from './check-chat.js'
import { EngineProcess, type Location } from './engine-process.js'
import { Ledger, type Message } from './ledger.js'
import { readChat } from './read-back.js'
import { closeThreads, type Sender, sendOverHttp, sendOverRtm } from './senders.js'
import { createTenant, type Tenant } from './tenant.js'
import { type Caller, call, sendEventPayload, storedEventOf } from './wire.js'

const chatCount = 6
const fewestAnswers = 200
const mostAnswers = 1_500

export interface KillingOptions {
  readonly rounds: number
  readonly seed: number
}

export interface KillingSummary {
  readonly answered: number
  /** Sent and not answered when the process was killed, and neither answered later. */
  readonly unanswered: number
  /** Of these, the ones that were stored nevertheless. */
  readonly repeated: number
}

/** Kills the engine under load and starts it again, round after round on the same storage. */
export async function killUnderLoad(location: Location, options: KillingOptions): Promise<KillingSummary> {
  const tenant = await createTenant(location, chatCount)
  const ledger = new Ledger()
  const random = randomFrom(options.seed)
  let engine = await EngineProcess.start(location)
  let repeated = 0
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      await loadUntilKilled(
        engine,
        tenant,
        ledger,
        Math.floor(fewestAnswers + random() * (mostAnswers - fewestAnswers)),
      )
      engine = await EngineProcess.start(location)
      repeated += await repeatUnanswered(engine.port, tenant, ledger)
      await checkAll(engine.port, tenant, ledger)
      await continueEach(engine.port, tenant, ledger)
    }
  } finally {
    await engine.kill()
  }
  const unanswered = ledger.messages.filter(({ answer }) => answer === undefined).length
  return { answered: ledger.messages.length - unanswered, unanswered, repeated }
}

async function loadUntilKilled(
  engine: EngineProcess,
  tenant: Tenant,
  ledger: Ledger,
  answers: number,
): Promise<void> {
  const enough = ledger.more(answers)
  const senders = tenant.conversations.flatMap(({ chatId, customerToken }, index) => {
    const customer = customerOf(tenant, customerToken)
    const as = (name: string, caller: Caller): Sender => ({
      name: `${name} ${index}`,
      chatId,
      caller,
      ledger,
    })
    const agent = agentOf(tenant)
    return [
      sendOverRtm(as('customer over RTM', customer), engine.port),
      sendOverRtm(as('agent over RTM', agent), engine.port),
      sendOverHttp(as('customer over HTTP', customer), engine.port, true),
      sendOverHttp(as('agent over HTTP', agent), engine.port, false),
      ...(index < chatCount / 2 ? [closeThreads(as('closer', agent), engine.port)] : []),
    ]
  })
  const ended = Promise.all(senders)
  // A sender ends early only when something is wrong.
  await Promise.race([enough, ended])
  const killed = engine.kill()
  await killed
  ledger.abandon()
  await ended
}

function customerOf({ licenseId }: Tenant, token: string): Caller {
  return { root: '/customer/v0.5', query: `?license_id=${licenseId}`, token }
}

function agentOf({ agentToken: token }: Tenant): Caller {
  return { root: '/agent/v0.4', query: '', token }
}

/** Sends again what may be, as a client would; it must then be stored exactly once. */
async function repeatUnanswered(port: number, tenant: Tenant, ledger: Ledger): Promise<number> {
  const peer = new HttpPeer(port)
  const repeatable = ledger.repeatable()
  for (const message of repeatable) {
    await sendAgain(peer, tenant, ledger, message)
    await sendAgain(peer, tenant, ledger, message)
  }
  peer.close()
  return repeatable.length
}

async function sendAgain(peer: HttpPeer, tenant: Tenant, ledger: Ledger, message: Message): Promise<void> {
  const { customerToken = '' } = tenant.conversations.find(({ chatId }) => chatId === message.chatId) ?? {}
  const caller = customerOf(tenant, customerToken)
  const response = await call(peer, caller, 'send_event', sendEventPayload(message), message)
  assert.ok(response !== undefined)
  const answer = storedEventOf(response)
  if (message.answer === undefined) ledger.answered(message, answer)
  else assert.deepEqual(answer, message.answer)
}

async function checkAll(port: number, tenant: Tenant, ledger: Ledger): Promise<void> {
  const peer = new HttpPeer(port)
  const storedIds = new Set<string>()
  for (const { chatId } of tenant.conversations) {
    const threads = await readChat(peer, agentOf(tenant), chatId)
    checkChat(threads, ledger.of(chatId))
    for (const { events } of threads) for (const { id } of events) storedIds.add(id)
  }
  const lost = [...ledger.pushedIds].filter((id) => !storedIds.has(id))
  assert.deepEqual(lost, [], 'pushed, but not stored')
  peer.close()
}

/** The orders go on where they ended. */
async function continueEach(port: number, tenant: Tenant, ledger: Ledger): Promise<void> {
  const peer = new HttpPeer(port)
  const agent = agentOf(tenant)
  for (const { chatId } of tenant.conversations) {
    const last = (await readChat(peer, agent, chatId)).at(-1)
    const message = ledger.send(chatId, 'after the restart', false)
    const response = await call(peer, agent, 'send_event', sendEventPayload(message))
    assert.ok(response !== undefined && last !== undefined)
    const answer = storedEventOf(response)
    assert.equal(answer.order, last.isActive ? last.events.length + 1 : 1)
    assert.equal(answer.threadId === last.id, last.isActive)
    ledger.answered(message, answer)
  }
  peer.close()
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
