import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { getPauseAfterRun, getPauseWithinRun } from './indexing-pace.js'

test('indexing pauses eight times as long as a piece took, at most half a second', () => {
  assert.equal(getPauseAfterRun(5), 40)
  assert.equal(getPauseAfterRun(200), 500)
  assert.equal(getPauseWithinRun({ passedMs: 0, tookMs: 5, pieceCountLeft: 1, load: 0.5 }), 40)
})

test('indexing pauses less when much is left, and not at all when the batch is late', () => {
  assert.equal(getPauseWithinRun({ passedMs: 100, tookMs: 5, pieceCountLeft: 40, load: 0.5 }), 5)
  assert.equal(getPauseWithinRun({ passedMs: 100, tookMs: 5, pieceCountLeft: 80, load: 0.5 }), 0)
  assert.equal(getPauseWithinRun({ passedMs: 600, tookMs: 5, pieceCountLeft: 1, load: 0.5 }), 0)
})

interface Load {
  /** Share of the time that indexing all events takes. */
  readonly share: number
  readonly periodMs: number
  readonly pieceMs: number
}

/**
 * Simulates batches, one per period or as soon as the previous one ends. Each indexes what was sent since the previous
 * one began. Returns the age of each batch's oldest events when it ends.
 */
function agesOf({ share, periodMs, pieceMs }: Load): readonly number[] {
  const ages: number[] = []
  let collectedMs = periodMs
  for (let batch = 0; batch < 50; batch += 1) {
    let passedMs = 0
    for (let left = Math.ceil((share * collectedMs) / pieceMs); left > 0; left -= 1) {
      passedMs += pieceMs
      if (left > 1)
        passedMs += getPauseWithinRun({ passedMs, tookMs: pieceMs, pieceCountLeft: left - 1, load: share })
    }
    ages.push(collectedMs + passedMs)
    collectedMs = Math.max(passedMs, periodMs)
  }
  return ages
}

test('indexing takes 1.5 % of the time on a busy node, however much is left', () => {
  assert.equal(getPauseWithinRun({ passedMs: 0, tookMs: 5, pieceCountLeft: 1, load: 0.8 }), 320)
  assert.equal(getPauseWithinRun({ passedMs: 900, tookMs: 5, pieceCountLeft: 80, load: 1 }), 320)
})

test('every event is indexed within 2 s on a node that is not busy', () => {
  const given = fc.record({
    share: fc.double({ min: 0, max: 0.79, noNaN: true }),
    pieceMs: fc.integer({ min: 1, max: 20 }),
    periodMs: fc.integer({ min: 1, max: 1_000 }),
  })
  fc.assert(
    fc.property(given, (load) => {
      assert.ok(Math.max(...agesOf(load)) <= 2_000)
    }),
  )
})
