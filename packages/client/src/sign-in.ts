import { beginSignIn, type SignInOptions } from './attempt.js'
import type { AccessToken } from './response.js'

export type { SignInOptions } from './attempt.js'
export { type SignInButtonOptions, signInButton } from './button.js'
export { completeSignIn } from './complete.js'
export type { AccessToken } from './response.js'
export { SignInError, type SignInErrorCode } from './sign-in-error.js'

/** Signs in with a pop-up, for a button of your own. Call it while a click is handled. Rejects with a `SignInError`. */
export async function signIn(options: SignInOptions): Promise<AccessToken> {
  return beginSignIn(options).result
}
