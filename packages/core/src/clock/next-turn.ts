/** Resolves in the next turn of the event loop, so that other work can run first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
