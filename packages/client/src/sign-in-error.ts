/** Error code: an OAuth error code (RFC 6749 §4.2.2.1), or one of four that the client adds. */
export type SignInErrorCode =
  /** The browser blocked the pop-up. */
  | 'popup_blocked'
  /** The pop-up was closed before the sign-in completed. A denied request ends this way too. */
  | 'popup_closed'
  /** The response belongs to another request. */
  | 'invalid_state'
  /** The response holds no usable token. */
  | 'invalid_response'
  | (string & {})

/** Error that a failed sign-in rejects with. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInErrorCode

  constructor(code: SignInErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
