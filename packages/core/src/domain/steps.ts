/** Pure work that says where it can be interrupted. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs steps in one turn. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
