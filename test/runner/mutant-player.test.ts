import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inParallel } from '../../scripts/mutants/in-parallel.js'
import { Player, type Verdict } from '../../scripts/mutants/play.js'

const files = Array.from({ length: 5 }, (_, index) => `file-${index}`)
const ids = Array.from({ length: 9 }, (_, index) => `mutant-${index}`)

/** Plays all mutants against all test files. `catches` lists the mutants that each file detects. */
async function play(
  catches: Readonly<Record<string, readonly string[]>>,
  known: ReadonlyMap<string, Verdict> = new Map(),
) {
  const runs: string[] = []
  const run = async (file: string, active: readonly string[]) => {
    runs.push(`${file} ${active.join(' ')}`)
    return active.some((id) => catches[file]?.includes(id)) ? 'a failure' : ''
  }
  const player = new Player(known, run, () => {})
  await player.play({
    filesOf: new Map(ids.map((id) => [id, files])),
    files,
    aloneCount: 2,
    inParallel: (items, work) => inParallel(items, 1, work),
  })
  return { verdicts: player.verdicts, runs }
}

test('a mutant is caught by the first file that fails with it', async () => {
  const { verdicts } = await play({ 'file-1': ['mutant-3'], 'file-4': ['mutant-3', 'mutant-5', 'mutant-8'] })
  const caught = [...verdicts].filter(([, { caughtBy }]) => caughtBy !== undefined)
  assert.deepEqual(caught.map(([id, { caughtBy }]) => [id, caughtBy?.file]).toSorted(), [
    ['mutant-3', 'file-1'],
    ['mutant-5', 'file-4'],
    ['mutant-8', 'file-4'],
  ])
})

test('a mutant that no file catches has passed each of them', async () => {
  const { verdicts } = await play({ 'file-4': ['mutant-5'] })
  assert.deepEqual(verdicts.get('mutant-0')?.passed, files)
  assert.deepEqual(verdicts.get('mutant-5')?.passed, files.slice(0, 4))
})

test('what is left after the first files is played together', async () => {
  const { runs } = await play({})
  assert.equal(runs.length, ids.length * 2 + 3)
  assert.equal(runs.at(-1), `file-4 ${ids.join(' ')}`)
})

test('nothing is played twice when a run continues where another has ended', async () => {
  const { verdicts } = await play({ 'file-4': ['mutant-5'] })
  const { runs } = await play({ 'file-4': ['mutant-5'] }, verdicts)
  assert.deepEqual(runs, [])
})
