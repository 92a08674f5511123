/** The example cannot run with this setup. The message says what to do. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
}
