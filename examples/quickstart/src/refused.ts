/** A request of the console that the administrator can put right. The message is shown on the page. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Returns the refusal with that message, in words that the page shows. */
export function refused(message: string): Refused {
  return new Refused(message)
}
