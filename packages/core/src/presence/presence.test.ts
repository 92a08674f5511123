import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { changesOn } from '../../test/changes.js'
import { agentPrincipal } from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { agentTarget } from '../../test/push-targets.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import type { AgentWrites } from '../ports/stores/agents.js'
import { Sessions } from '../push/sessions.js'
import { resolveSettings } from '../settings.js'
import { Presence } from './presence.js'

const renewalMs = 20_000
const graceMs = 60_000
const ada = 'ada@example.com'

function givenPresence() {
  const written: (readonly [string, number])[] = []
  const state: { work: Promise<void> } = { work: Promise.resolve() }
  const agents = scripted<AgentWrites>({
    async setOnlineUntil(agentIds, onlineUntil) {
      await state.work
      written.push(...agentIds.map((id) => [id, onlineUntil] as const))
    },
  })
  const transaction: Storage['transaction'] = (work) => work(scripted<StorageTransaction>({ agents }))
  const storage = scripted<Storage>({ transaction })
  const logged: string[] = []
  const failures = scripted<FailureLog>({ write: (message) => void logged.push(message) })
  const clock = new VirtualClock(0)
  const sessions = new Sessions()
  const settings = resolveSettings({
    storage,
    rtm: { presenceRenewalMs: renewalMs, reconnectGraceMs: graceMs },
  })
  const presence = new Presence({ changes: changesOn(storage).changes, sessions, clock, failures, settings })
  return { presence, sessions, clock, written, logged, state }
}

const connection = (id: string, agentId = ada) => agentTarget(id, { id: agentId })

test('the presence of connected agents is renewed beyond the next renewal and the grace', async () => {
  const { sessions, clock, written } = givenPresence()
  sessions.add(connection('1'))
  sessions.add(connection('2', 'grace@example.com'))
  clock.advance(renewalMs)
  await nextTurn()
  const onlineUntil = renewalMs + renewalMs + graceMs
  assert.deepEqual(written, [
    [ada, onlineUntil],
    ['grace@example.com', onlineUntil],
  ])
})

test('while nobody is connected nothing is written', async () => {
  const { clock, written } = givenPresence()
  clock.advance(10 * renewalMs)
  await nextTurn()
  assert.deepEqual(written, [])
})

test('the grace begins with the end of the last connection, not before', async () => {
  const { presence, sessions, clock, written } = givenPresence()
  const [first, second] = [connection('1'), connection('2')]
  sessions.add(first)
  sessions.add(second)
  clock.advance(1_000)
  sessions.remove(first)
  presence.left(agentPrincipal())
  await nextTurn()
  assert.deepEqual(written, [])
  sessions.remove(second)
  presence.left(agentPrincipal())
  await nextTurn()
  assert.deepEqual(written, [[ada, 1_000 + graceMs]])
})

test('a storage that fails is logged, and the next renewal is tried', async () => {
  const { sessions, clock, written, logged, state } = givenPresence()
  sessions.add(connection('1'))
  state.work = Promise.reject(new Error('unavailable'))
  clock.advance(renewalMs)
  await nextTurn()
  assert.deepEqual(logged, ['The presence of agents could not be stored'])
  state.work = Promise.resolve()
  clock.advance(renewalMs)
  await nextTurn()
  assert.equal(written.length, 1)
})

test('closing waits for what is being written, and renews no more', async () => {
  const { presence, sessions, clock, written, state } = givenPresence()
  const held = gate()
  state.work = held.promise
  sessions.add(connection('1'))
  clock.advance(renewalMs)
  let isClosed = false
  const closed = presence.close().then(() => {
    isClosed = true
  })
  await nextTurn()
  assert.equal(isClosed, false)
  held.open()
  await closed
  assert.equal(written.length, 1)
  clock.advance(10 * renewalMs)
  await nextTurn()
  assert.equal(written.length, 1)
})
