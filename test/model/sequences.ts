import assert from 'node:assert/strict'
import fc from 'fast-check'
import { startSeconds } from '../support/engine.js'
import { type Call, type Cast, callsOf, describeCalls } from './calls.js'
import type { Outcome, Side } from './side.js'

export interface Sequence {
  readonly cast: Cast
  readonly calls: readonly Call[]
}

/** Average number of calls in a sequence. */
export const callsPerSequence = 100
/** Time between the beginnings of two sequences, in seconds: more than a sequence takes. */
const secondsPerSequence = 300

/** Versions that users call. The newest ones are more frequent, because calls in process have no others. */
const casts: readonly Cast[] = [
  { customers: 'v0.5', agents: 'v0.4', configuration: 'v0.5' },
  { customers: 'v0.5', agents: 'v0.4', configuration: 'v0.4' },
  { customers: 'v0.4', agents: 'v0.3', configuration: 'v0.3' },
  { customers: 'v0.3', agents: 'v0.4', configuration: 'v0.5' },
]

export const sequences: fc.Arbitrary<Sequence> = fc.constantFrom(...casts).chain((cast) => {
  const call = callsOf(cast)
  const once = call.map((one) => [one])
  // A client that has received no response sends the same request again.
  const twice = call.map((one): Call => ({ ...one, key: 'again' })).map((one) => [one, one])
  const calls = fc.oneof({ weight: 19, arbitrary: once }, { weight: 1, arbitrary: twice })
  return fc.record({
    cast: fc.constant(cast),
    calls: fc
      .array(calls, { minLength: 1, maxLength: 2 * callsPerSequence, size: 'max' })
      .map((some) => some.flat()),
  })
})

/** Plays sequences one after the other, each at a later time than the one before. */
export class Stage {
  readonly #sides: readonly Side[]
  #count = 0

  constructor(sides: readonly Side[]) {
    this.#sides = sides
  }

  /** Plays a sequence on all sides and returns its outcome on the first. Fails when another side differs. */
  async play({ cast, calls }: Sequence): Promise<Outcome> {
    this.#count += 1
    const at = startSeconds + this.#count * secondsPerSequence
    const playing = this.#sides.map((side) => side.play(cast, calls, at))
    // All sides must have finished before the next sequence begins.
    await Promise.allSettled(playing)
    const [first, ...others] = await Promise.all(playing)
    assert.ok(first)
    for (const [index, other] of others.entries()) requireSame(first, other, `side ${index + 1}`)
    return first
  }
}

function requireSame(expected: Outcome, actual: Outcome, where: string): void {
  for (const [index, answer] of actual.answers.entries()) {
    assert.deepEqual(answer, expected.answers[index], `${where}: the answer to call ${index + 1}`)
  }
  for (const [index, push] of actual.pushes.entries()) {
    assert.deepEqual(push, expected.pushes[index], `${where}: the pushes`)
  }
  for (const [index, answer] of actual.read.entries()) {
    assert.deepEqual(answer, expected.read[index], `${where}: the last reading, ${index + 1}`)
  }
  assert.deepEqual(actual.stored, expected.stored, `${where}: the stored data`)
}

/** Describes the difference, the shortest sequence that shows it, and how to play it again. */
export function describeFailure(details: fc.RunDetails<[Sequence]>, replay: string): string {
  const { counterexample, errorInstance, seed, counterexamplePath } = details
  const [sequence] = counterexample ?? []
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const lines =
    sequence === undefined ? '' : `${JSON.stringify(sequence.cast)}\n${describeCalls(sequence.calls)}`
  const again = `PARLEY_MODEL_SEED=${seed} PARLEY_MODEL_PATH=${counterexamplePath} ${replay}`
  return `seed ${seed}: after the opening, these calls differ\n${lines}\n${cause}\nOnce more: ${again}`
}
