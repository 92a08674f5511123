import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { noSqlite } from '../../test/support/sqlite-file.js'
import { noRedis } from '../support/redis.js'
import { type BrokenSide, brokenSides } from './broken-sides.js'
import { seed } from './profile.js'
import { describeFailure, Stage, sequences } from './sequences.js'
import { Side } from './side.js'

/** Number of sequences within which each broken side must be found. */
const numRuns = 12

describe('a side is caught', () => {
  for (const broken of brokenSides) {
    const { storage, busKind } = broken.choice
    const skip = (busKind === 'Redis' && noRedis) || (storage === 'SQLite' && noSqlite)
    test(`a side ${broken.fault} is caught`, { skip }, () => requireCaught(broken))
  }
})

async function requireCaught({ choice, tampering, expectedMessage }: BrokenSide): Promise<void> {
  const sides = [
    await Side.start({ storage: 'memory', transport: 'web' }),
    await Side.start(choice, tampering),
  ]
  try {
    const stage = new Stage(sides)
    const property = fc.asyncProperty(sequences, async (sequence) => void (await stage.play(sequence)))
    const details = await fc.check(property, { seed, numRuns, unbiased: true, endOnFailure: true })
    assert.ok(details.failed, 'nothing differs')
    assert.match(describeFailure(details, 'npm test'), expectedMessage)
  } finally {
    for (const side of sides) await side.stop()
  }
}
