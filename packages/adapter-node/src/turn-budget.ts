/** Pieces of work that one connection may ask for in a turn of the event loop; then it is the others' turn. */
const MAX_PER_TURN = 16

let startOfTurn = 0
let isAdvancing = false

/** Turns of the event loop are counted by what a connection may ask for in each; not while nobody asks. */
function turn(): number {
  if (!isAdvancing) {
    isAdvancing = true
    setImmediate(() => {
      startOfTurn += MAX_PER_TURN
      isAdvancing = false
    })
  }
  return startOfTurn
}

/** What a connection has spent, with one more piece; 0 before the first. */
export function spendInTurn(spent: number): number {
  return Math.max(spent, turn()) + 1
}

/** Whether another piece may follow in this turn. */
export function mayGoOn(spent: number): boolean {
  return spent < turn() + MAX_PER_TURN
}
