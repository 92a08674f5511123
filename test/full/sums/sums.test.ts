import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createParley, type Parley } from '@parley/core'
import { skipsTime } from '../../support/profile.js'
import { migratedSqliteFile, noSqlite, sqliteStorageAt } from '../../support/sqlite-file.js'
import { databaseBytes, type Estate, foundEstate } from './estate.js'
import { lists } from './lists.js'
import { type Text, texts } from './texts.js'

/** Maximum additional processor time in one turn of the event loop, compared with an empty license, in milliseconds. */
const maxTurnMs = 20
/** Maximum number of stored bytes for each sent byte. One page of each index is always allowed. */
const maxWrittenPerByte = 4
const fewBytes = 262_144
/**
 * Maximum additional waiting time of others at the 99th percentile, compared with the same seconds without the caller,
 * in milliseconds.
 */
const maxWaitMs = 250
const repeatCount = 5
const roundCount = 3
const roundMs = 500
/** Pause between two requests of the caller, in milliseconds: the maximum rate of a customer. */
const callerPauseMs = 50

describe('every list of a license, with every text', { skip: skipsTime || noSqlite }, () => {
  let parley: Parley
  let filename = ''
  let remove = async () => {}
  let empty: Estate
  let others: Estate

  before(async () => {
    const file = await migratedSqliteFile()
    filename = file.filename
    remove = file.remove
    const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => assert.fail(message) }
    // This node sends no webhooks, because the test measures only the cost of creating them.
    parley = await createParley({
      storage: sqliteStorageAt(filename),
      logger,
      webhooks: { deliveryCount: 0 },
    })
    empty = await foundEstate(parley, 'empty')
    others = await foundEstate(parley, 'others')
  })
  after(async () => {
    await parley.close()
    await remove()
  })

  for (const [listName, fillList] of Object.entries(lists)) {
    test(`${listName}: turns, bytes and the waits of others stay within bounds`, async (context) => {
      const full = await foundEstate(parley, listName.replaceAll(' ', '-'))
      const count = await fillList(full)
      assert.ok(count > 10, `${count} entries were accepted`)
      for (const [textName, text] of Object.entries(texts)) {
        const turnMs = await longestTurn(text, full, empty)
        const written = await writtenBytes(filename, text, full)
        const waitMs = await addedWait(text, full, others)
        const found = `${count} ${listName}, ${textName}: ${turnMs.toFixed(1)} ms, ${written} bytes, ${waitMs.toFixed(1)} ms`
        context.diagnostic(found)
        assert.ok(turnMs <= maxTurnMs, found)
        assert.ok(written <= fewBytes + maxWrittenPerByte * text.bytes * repeatCount, found)
        assert.ok(waitMs <= maxWaitMs, found)
      }
    })
  }
})

/**
 * Returns by how much the longest turn of the event loop is longer in the full license. Takes the best of several
 * tries, because other programs use the machine.
 */
async function longestTurn(text: Text, full: Estate, empty: Estate): Promise<number> {
  const found: { full: number; empty: number }[] = []
  for (let index = 0; index < repeatCount; index += 1) {
    const ofEmpty = await turnOf(() => text.bring(empty, index))
    found.push({ empty: ofEmpty, full: await turnOf(() => text.bring(full, index)) })
  }
  return Math.min(...found.map((one) => one.full)) - Math.min(...found.map((one) => one.empty))
}

async function turnOf(act: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await act()
  await new Promise((resolve) => setImmediate(resolve))
  isOver = true
  return longest
}

async function writtenBytes(filename: string, text: Text, estate: Estate): Promise<number> {
  const before = databaseBytes(filename)
  for (let index = 0; index < repeatCount; index += 1) await text.bring(estate, 100 + index)
  return databaseBytes(filename) - before
}

/**
 * Returns by how much others wait longer while the caller sends at the maximum rate, compared with the rounds in
 * between.
 */
async function addedWait(text: Text, full: Estate, others: Estate): Promise<number> {
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round < roundCount; round += 1) {
    quiet.push(...(await waitsOf(others)))
    let isOver = false
    const caller = (async () => {
      for (let index = 0; !isOver; index += 1) {
        await text.bring(full, 1_000 * (round + 1) + index)
        await pause(callerPauseMs)
      }
    })()
    busy.push(...(await waitsOf(others)))
    isOver = true
    await caller
  }
  return percentile(busy) - percentile(quiet)
}

async function waitsOf({ customer, chatId }: Estate): Promise<readonly number[]> {
  const waits: number[] = []
  const end = performance.now() + roundMs
  while (performance.now() < end) {
    const from = performance.now()
    await customer.sendEvent({ chat_id: chatId, event: { type: 'message', text: 'hello' } })
    waits.push(performance.now() - from)
    await pause(5)
  }
  return waits
}

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
