/** The example cannot run like this; the message says what to do. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
}
