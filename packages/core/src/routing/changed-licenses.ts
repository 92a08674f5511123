/**
 * Licenses with a change that may affect routing. Noting one is as cheap as adding it to a set, and does nothing
 * without a listener.
 */
export class ChangedLicenses {
  readonly #ids = new Set<number>()
  #changed: (() => void) | undefined

  /** Sets the listener. `changed` is called when a license is noted that was not noted before. */
  listen(changed: () => void): void {
    this.#changed = changed
  }

  note(licenseId: number): void {
    if (this.#changed === undefined || this.#ids.has(licenseId)) return
    this.#ids.add(licenseId)
    this.#changed()
  }

  /** Removes and returns the license that was noted first, leaving out those in `except`. */
  take(except: ReadonlyMap<number, unknown>): number | undefined {
    for (const id of this.#ids) {
      if (except.has(id)) continue
      this.#ids.delete(id)
      return id
    }
    return undefined
  }
}
