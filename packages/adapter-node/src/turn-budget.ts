/**
 * Pieces of work that one connection may ask for per turn of the event loop, before other connections get their turn.
 */
const MAX_PER_TURN = 16

let startOfTurn = 0
let isAdvancing = false

/**
 * Returns the budget spent by earlier turns: the number of turns times the limit per turn. Turns are counted only while
 * work is requested.
 */
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

/** Returns the spent budget of a connection after one more piece of work. Pass 0 before the first. */
export function spendInTurn(spent: number): number {
  return Math.max(spent, turn()) + 1
}

/** Returns whether the connection may do another piece of work in this turn. */
export function canContinue(spent: number): boolean {
  return spent < turn() + MAX_PER_TURN
}
