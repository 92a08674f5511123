/** An error code of OAuth (RFC 6749 §4.2.2.1), or one of the four that begin in the page itself. */
export type SignInErrorCode =
  /** The browser did not open the pop-up. */
  | 'popup_blocked'
  /** It was closed before there was an answer; so ends a denial too. */
  | 'popup_closed'
  /** The answer belongs to another request. */
  | 'invalid_state'
  /** The answer holds no token that can be used. */
  | 'invalid_response'
  | (string & {})

export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInErrorCode

  constructor(code: SignInErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
