import { toMessage } from './response.js'

/**
 * Completes a sign-in. Call it on the redirect page: it sends the result to the page that opened the pop-up, if that
 * has the same origin, and closes the pop-up. Returns `false` when there is no result or no opener; then the page
 * should show a message.
 */
export function completeSignIn(): boolean {
  const { hash, pathname, origin } = window.location
  const opener: Window | null = window.opener
  // Removes the token from the address, even if the window stays open.
  window.history.replaceState(null, '', pathname)
  if (!hash || !opener) return false
  opener.postMessage(toMessage(hash), origin)
  window.close()
  return true
}
