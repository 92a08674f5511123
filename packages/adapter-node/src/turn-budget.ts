/** Pieces of work that one connection may ask for in a turn of the event loop; then it is the others' turn. */
const MAX_PER_TURN = 16

let turn = 0
let isAdvancing = false

/** Of the event loop; it is not counted while nobody asks. */
function currentTurn(): number {
  if (!isAdvancing) {
    isAdvancing = true
    setImmediate(() => {
      turn += 1
      isAdvancing = false
    })
  }
  return turn
}

/** What one connection has been worked on in this turn of the event loop. */
export class TurnBudget {
  #turn = -1
  #count = 0

  /** One more; whether another one may follow in this turn. */
  take(): boolean {
    const now = currentTurn()
    if (this.#turn !== now) {
      this.#turn = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count < MAX_PER_TURN
  }
}
