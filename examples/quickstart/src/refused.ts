/** A request of the console failed for a reason that the administrator can correct. The page shows the message. */
export class RefusedError extends Error {
  override readonly name = 'Refused'
}

/** Returns an error whose message the page shows. */
export function refusal(message: string): RefusedError {
  return new RefusedError(message)
}
