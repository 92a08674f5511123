import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { availableAgent, waitingThread } from '../../test/routing-states.js'
import { scripted } from '../../test/scripted.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { FailureLog } from '../logging/failure-log.js'
import type { LogFields, Logger } from '../ports/logger.js'
import type { Assignment, RoutingPolicy, RoutingState } from '../ports/routing-policy.js'
import { HostPolicy } from './host-policy.js'

const state: RoutingState = {
  licenseId: 1,
  threads: [waitingThread('chat')],
  agents: [availableAgent('ada'), availableAgent('bob')],
}
const builtIn: readonly Assignment[] = [{ chatId: 'chat', agentId: 'ada' }]
const ofHost: readonly Assignment[] = [{ chatId: 'chat', agentId: 'bob' }]

function withPolicy(policy: RoutingPolicy) {
  const clock = new VirtualClock(1_000)
  const logged: LogFields[] = []
  const error = (message: string, fields: LogFields = {}) => void logged.push({ message, ...fields })
  const logger = scripted<Logger>({ error })
  const failures = new FailureLog({ clock, logger, newId: () => 'id', linesPerPeriod: 10 })
  return { clock, logged, host: new HostPolicy({ policy, clock, failures, timeoutMs: 1_000 }) }
}

interface Call {
  readonly state: RoutingState
  readonly signal: AbortSignal
  readonly answer: (answer: unknown) => void
}

/** A policy that returns when the test says so. */
function given() {
  const calls: Call[] = []
  const scene = withPolicy((state, { signal }) => {
    // Accepts any value, because no compiler checks what a host returns.
    return new Promise((resolve) => {
      calls.push({ state, signal, answer: (value) => Reflect.apply(resolve, undefined, [value]) })
    })
  })
  const call = (index: number) => {
    const one = calls[index]
    assert.ok(one, 'nothing was asked')
    return one
  }
  return { ...scene, calls, call }
}

const line = (message: string, more: LogFields = {}) => ({
  ...{ message: `The routing policy ${message}`, type: 'routing_policy', licenseId: 1 },
  ...more,
})

test('makes the assignments that the host returns, immediately or later', async () => {
  const { host, logged } = withPolicy(() => ofHost)
  assert.deepEqual(await host.decide(state), ofHost)
  const { host: slow, call, logged: loggedToo } = given()
  const decided = slow.decide(state)
  call(0).answer(ofHost)
  assert.deepEqual(await decided, ofHost)
  assert.equal(call(0).signal.aborted, false)
  assert.deepEqual([...logged, ...loggedToo], [])
})

test('assigns nothing when the host returns no assignments', async () => {
  const { host } = withPolicy(() => [])
  assert.deepEqual(await host.decide(state), [])
})

test('the host receives a frozen copy of the state', async () => {
  const { host, call } = given()
  const decided = host.decide(state)
  const { state: seen, answer } = call(0)
  assert.deepEqual(seen, state)
  const [agent] = seen.agents
  assert.ok(agent)
  assert.notEqual(agent, state.agents[0])
  assert.throws(() => Object.assign(agent, { maxChatsCount: 100 }), TypeError)
  assert.throws(() => Object.assign(seen.threads, { 0: undefined }), TypeError)
  answer(ofHost)
  await decided
})

test('a policy that throws or rejects is logged, and Parley decides', async () => {
  const cause = new Error('a fault')
  const fails: readonly RoutingPolicy[] = [
    () => {
      throw cause
    },
    () => Promise.reject(cause),
  ]
  for (const policy of fails) {
    const { host, logged } = withPolicy(policy)
    assert.deepEqual(await host.decide(state), builtIn)
    assert.deepEqual(logged, [line('failed', { cause })])
  }
})

test('invalid assignments are logged, and Parley decides everything', async () => {
  for (const answer of [undefined, [...ofHost, ...builtIn], [{ chatId: 'chat', agentId: 'eve' }]]) {
    const { host, logged, call } = given()
    const decided = host.decide(state)
    call(0).answer(answer)
    assert.deepEqual(await decided, builtIn)
    assert.equal(logged.length, 1)
    assert.equal(logged[0]?.message, 'The routing policy failed')
    assert.ok(logged[0]?.cause instanceof TypeError)
  }
})

test('a late policy is waited for until the timeout, and its result is ignored', async () => {
  const { host, clock, logged, call } = given()
  const decided = host.decide(state)
  clock.advance(999)
  await nextTurn()
  assert.equal(call(0).signal.aborted, false)
  clock.advance(1)
  assert.deepEqual(await decided, builtIn)
  assert.equal(call(0).signal.aborted, true)
  assert.deepEqual(logged, [line('did not answer in time')])
  call(0).answer('nonsense')
  await nextTurn()
  assert.equal(logged.length, 1)
})

test('a license has one call at a time; other licenses are not affected', async () => {
  const { host, clock, calls, call, logged } = given()
  const first = host.decide(state)
  assert.deepEqual(await host.decide(state), builtIn)
  assert.deepEqual(logged, [line('is still busy with its last call')])
  const other = host.decide({ ...state, licenseId: 2 })
  call(1).answer(ofHost)
  assert.deepEqual(await other, ofHost)
  clock.advance(1_000)
  assert.deepEqual(await first, builtIn)
  assert.deepEqual(await host.decide(state), builtIn)
  assert.equal(calls.length, 2)
  call(0).answer(ofHost)
  await nextTurn()
  const again = host.decide(state)
  call(2).answer(ofHost)
  assert.deepEqual(await again, ofHost)
})

test('allows at most a thousand calls in progress', async () => {
  const { host, calls } = given()
  for (let licenseId = 1; licenseId <= 1_000; licenseId += 1) void host.decide({ ...state, licenseId })
  assert.deepEqual(await host.decide({ ...state, licenseId: 1_001 }), builtIn)
  assert.equal(calls.length, 1_000)
})

test('close aborts calls in progress without logging', async () => {
  const { host, call, logged } = given()
  const decided = host.decide(state)
  host.drain()
  assert.deepEqual(await decided, builtIn)
  assert.equal(call(0).signal.aborted, true)
  assert.deepEqual(logged, [])
})
