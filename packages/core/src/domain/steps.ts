/** A pure computation that yields wherever it can be interrupted. */
export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps without interruption and returns the result. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
