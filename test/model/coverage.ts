import { everyAction } from '../../packages/core/src/actions/index.js'
import { apiOf, type Call } from './calls.js'

/** Records the actions of the contract that sequences have called, and whether they succeeded. */
export class Coverage {
  readonly #called = new Set<string>()
  readonly #succeeded = new Set<string>()
  callCount = 0
  refusedCount = 0

  note(call: Call, isRefused: boolean): void {
    const name = `${apiOf(call)} ${call.action}`
    this.#called.add(name)
    this.callCount += 1
    if (isRefused) this.refusedCount += 1
    else this.#succeeded.add(name)
  }

  /** Returns the actions that were never called. */
  neverCalled(): readonly string[] {
    return everyName.filter((name) => !this.#called.has(name))
  }

  /** Returns the actions that were refused every time. */
  neverSucceeded(): readonly string[] {
    return everyName.filter((name) => !this.#succeeded.has(name))
  }
}

const everyName = [...new Set(everyAction.map(({ contract: { api, name } }) => `${api} ${name}`))]
