import { ParleyConfigError } from '../config-error.js'

/**
 * Returns the address at which the host signs users in, encoded for a `Location` header. Throws when it is not a usable
 * address.
 */
export function hostRedirect(target: unknown): string {
  if (typeof target !== 'string' || /\p{Cc}/u.test(target) || !isAddress(target)) {
    const message =
      'signIn must return a redirectTo that is an http(s) URL or a path that begins with one slash'
    throw new ParleyConfigError('hook_result_invalid', { option: 'signIn', message })
  }
  // HTTP headers allow no other characters.
  return target.replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent)
}

function isAddress(target: string): boolean {
  // Browsers treat a backslash like a slash, and two leading slashes as another host.
  if (target.startsWith('/')) return !/^\/[/\\]/.test(target)
  return /^https?:\/\//i.test(target) && URL.canParse(target)
}
