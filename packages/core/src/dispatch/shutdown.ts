import { ShuttingDownError } from '../errors.js'

/** Knows whether the engine is shutting down. No new work begins after that (decisions §2), whichever way it came. */
export class Shutdown {
  #hasBegun = false

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
  }

  /** Throws `service_unavailable` when the shutdown has begun. */
  check(): void {
    if (this.#hasBegun) throw new ShuttingDownError()
  }
}
