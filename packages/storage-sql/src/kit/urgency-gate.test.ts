import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UrgencyGate } from './urgency-gate.js'

/** More than the maximum wait of deferrable work, in milliseconds. */
const enoughMs = 5_000

function endless(): Promise<void> {
  return new Promise(() => undefined)
}

async function isSoon(turn: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), enoughMs)
  })
  const isFirst = await Promise.race([turn.then(() => true), late])
  clearTimeout(timer)
  return isFirst
}

/** Returns whether the turn came without waiting for a timer. */
async function isAtOnce(turn: Promise<void>): Promise<boolean> {
  let hasCome = false
  void turn.then(() => {
    hasCome = true
  })
  await Promise.resolve().then(() => undefined)
  return hasCome
}

test('deferrable work starts immediately when no urgent work is running', async () => {
  assert.equal(await isAtOnce(new UrgencyGate().waitForTurn()), true)
})

test('deferrable work starts after the maximum wait, even if urgent work is still running', async () => {
  const gate = new UrgencyGate()
  void gate.runUrgent(endless)
  const turn = gate.waitForTurn()
  assert.equal(await isAtOnce(turn), false)
  assert.equal(await isSoon(turn), true)
})

test('deferrable work starts when urgent work has ended, with or without an error', async () => {
  const gate = new UrgencyGate()
  let fail = () => {}
  const failing = gate.runUrgent(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('it failed'))
      }),
  )
  const working = gate.runUrgent(() => Promise.resolve())
  const turns = [gate.waitForTurn(), gate.waitForTurn()]
  await working
  fail()
  await assert.rejects(failing, { message: 'it failed' })
  for (const turn of turns) assert.equal(await isAtOnce(turn), true)
})

test('deferrable work starts immediately after end', async () => {
  const gate = new UrgencyGate()
  void gate.runUrgent(endless)
  const turn = gate.waitForTurn()
  gate.end()
  assert.equal(await isAtOnce(turn), true)
  assert.equal(await isAtOnce(gate.waitForTurn()), true)
})
