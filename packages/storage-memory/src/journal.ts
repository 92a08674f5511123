/** Records how to undo the changes of the current transaction. */
export class Journal {
  #undo: (() => void)[] = []

  add(undo: () => void): void {
    this.#undo.push(undo)
  }

  commit(): void {
    this.#undo = []
  }

  rollBack(): void {
    for (const undo of this.#undo.reverse()) undo()
    this.#undo = []
  }
}
