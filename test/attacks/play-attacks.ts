import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Location } from '../faults/engine-process.js'
import { WaitTooLongError } from '../faults/waits.js'
import { isNightly, measuresTime, seed } from '../support/profile.js'
import { randomFrom } from '../support/random.js'
import type { NamedKind } from './attack.js'
import { kinds } from './kinds.js'
import { type Row, tableOf } from './report.js'
import { only, seconds } from './settings.js'
import { type Listeners, Stage } from './stage.js'

/** The storage of one attacked engine, and how to delete it. */
export interface AttackStorage {
  readonly location: Location
  readonly remove: () => Promise<void>
}

const setupTimeoutMs = 300_000
const kindTimeoutMs = (seconds + 120) * 1_000

export interface AttackOptions {
  /** Returns whether the kind at that index of the list of all kinds is played. */
  readonly plays: (index: number) => boolean
  /** Reason why the attacks are skipped. `false` or absent when they run. */
  readonly skip?: string | false
}

/** Plays every chosen kind of attack, one after the other, in an order that the seed determines. */
export function playAttacks(
  title: string,
  makePlace: () => Promise<AttackStorage>,
  { plays, skip = false }: AttackOptions,
): void {
  const chosen = shuffled(wanted(plays))
  const rows: Row[] = []
  let place: AttackStorage | undefined
  let stage: Stage | undefined
  let directory: string | undefined
  describe(`${chosen.length} kinds of attack for ${seconds} s each, seed ${seed}, ${title}`, { skip }, () => {
    before(
      async () => {
        place = await makePlace()
        directory = await mkdtemp(join(tmpdir(), 'parley-attacked-files-'))
        stage = await Stage.set({ location: place.location, directory }, chosen)
      },
      { timeout: setupTimeoutMs },
    )
    after(async () => {
      if (measuresTime) console.log(`${title}, seed ${seed}:\n${tableOf(rows)}`)
      await stage?.strike()
      await place?.remove()
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    })
    for (const [index, kind] of chosen.entries()) {
      test(kind.name, { timeout: kindTimeoutMs }, async (context) => {
        assert.ok(stage !== undefined)
        const report = (text: string) => context.diagnostic(text)
        await runTwice(stage, kind, index, { note: (row) => rows.push(row), report })
      })
    }
  })
}

/**
 * Plays a kind again when somebody honest waited too long. One slow moment of the machine can fail a short attack, but
 * hardly two in a row.
 */
async function runTwice(stage: Stage, kind: NamedKind, index: number, listeners: Listeners): Promise<void> {
  try {
    await stage.play(kind, index, listeners)
  } catch (cause) {
    if (isNightly || !(cause instanceof WaitTooLongError)) throw cause
    listeners.report(`once more, for ${cause.message}`)
    await stage.play(kind, index, listeners)
  }
}

function wanted(plays: AttackOptions['plays']): readonly NamedKind[] {
  if (only !== undefined) return kinds.filter(({ name }) => only?.some((part) => name.includes(part)))
  return kinds.filter((_, index) => plays(index))
}

/** Returns the kinds in an order that the seed determines (Fisher–Yates shuffle). */
function shuffled(list: readonly NamedKind[]): readonly NamedKind[] {
  const random = randomFrom(seed)
  const left = [...list]
  const order: NamedKind[] = []
  while (left.length > 0) order.push(...left.splice(Math.floor(random() * left.length), 1))
  return order
}
