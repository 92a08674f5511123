import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Patience } from '../src/patience.js'

/** More than the maximum wait of patient work, in milliseconds. */
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

test('who is patient waits for nobody where nobody is at work', async () => {
  assert.equal(await isAtOnce(new Patience().turn()), true)
})

test('patience ends, though others are still at work', async () => {
  const patience = new Patience()
  void patience.watch(endless)
  const turn = patience.turn()
  assert.equal(await isAtOnce(turn), false)
  assert.equal(await isSoon(turn), true)
})

test('who is patient comes once no other is at work, whatever became of it', async () => {
  const patience = new Patience()
  let fail = () => {}
  const failing = patience.watch(
    () =>
      new Promise((_, reject) => {
        fail = () => reject(new Error('it failed'))
      }),
  )
  const working = patience.watch(() => Promise.resolve())
  const turns = [patience.turn(), patience.turn()]
  await working
  fail()
  await assert.rejects(failing, { message: 'it failed' })
  for (const turn of turns) assert.equal(await isAtOnce(turn), true)
})

test('nobody waits where everything ends', async () => {
  const patience = new Patience()
  void patience.watch(endless)
  const turn = patience.turn()
  patience.end()
  assert.equal(await isAtOnce(turn), true)
  assert.equal(await isAtOnce(patience.turn()), true)
})
