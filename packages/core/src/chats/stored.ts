/** What this transaction has stored or locked, and so must find. */
export function requireStored<T>(found: T | undefined): T {
  if (found === undefined) throw new TypeError('The storage does not find what the transaction has stored')
  return found
}
