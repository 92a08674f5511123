import { ParleyConfigError } from '../config-error.js'

/** Where the host sends a browser to sign in, fit for a `Location` header; throws when nobody could go there. */
export function hostRedirect(target: unknown): string {
  if (typeof target !== 'string' || /\p{Cc}/u.test(target) || !isAddress(target)) {
    const message =
      'signIn must return a redirectTo that is an http(s) URL or a path that begins with one slash'
    throw new ParleyConfigError('hook_result_invalid', { option: 'signIn', message })
  }
  // A header takes no other characters.
  return target.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent)
}

function isAddress(target: string): boolean {
  // Browsers take a backslash for a slash, and two slashes for another host.
  if (target.startsWith('/')) return !/^\/[/\\]/.test(target)
  return /^https?:\/\//i.test(target) && URL.canParse(target)
}
