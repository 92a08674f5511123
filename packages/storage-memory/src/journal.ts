/** How to take back what the transaction under way has changed. */
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
