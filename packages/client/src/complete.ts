import { toMessage } from './answer.js'

/**
 * For the redirect page: hands the answer to the page that opened the pop-up, if it is of the same origin, and
 * closes the pop-up. `false` when there is no answer or nobody to hand it to; then the page has something to say.
 */
export function completeSignIn(): boolean {
  const { hash, pathname, origin } = window.location
  const opener: Window | null = window.opener
  // A token should not stay in the address, whatever becomes of this window.
  window.history.replaceState(null, '', pathname)
  if (!hash || !opener) return false
  opener.postMessage(toMessage(hash), origin)
  window.close()
  return true
}
