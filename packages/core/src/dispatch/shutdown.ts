import { ShuttingDownError } from '../errors.js'

/** Whether the engine goes down. From then on nothing new begins (decisions §2), whatever it came by. */
export class Shutdown {
  #hasBegun = false

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  begin(): void {
    this.#hasBegun = true
  }

  /** Throws `service_unavailable` once it has begun. */
  check(): void {
    if (this.#hasBegun) throw new ShuttingDownError()
  }
}
