/**
 * Licenses in which something has changed that routing goes by. To note one costs a commit no more than a set does, and
 * nothing where nobody listens.
 */
export class ChangedLicenses {
  readonly #ids = new Set<number>()
  #changed: (() => void) | undefined

  /** `changed`: one was noted that was not before. */
  listen(changed: () => void): void {
    this.#changed = changed
  }

  note(licenseId: number): void {
    if (this.#changed === undefined || this.#ids.has(licenseId)) return
    this.#ids.add(licenseId)
    this.#changed()
  }

  /** The one that was noted first of all but those, which is noted no more. */
  take(except: ReadonlyMap<number, unknown>): number | undefined {
    for (const id of this.#ids) {
      if (except.has(id)) continue
      this.#ids.delete(id)
      return id
    }
    return undefined
  }
}
