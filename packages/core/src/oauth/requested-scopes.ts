import type { Scope } from '../contract/scopes.js'
import { OAuthError } from '../errors.js'
import type { Parameters } from './parameters.js'

/**
 * Returns the available scopes that the parameter `scope` names, or all of them when it is absent (RFC 6749 §3.3).
 * Scopes are separated by spaces, or by commas as in the response of `/info`. Throws `invalid_scope` when none of the
 * named scopes is available.
 */
export function requestedScopes(parameters: Parameters, available: readonly Scope[]): readonly Scope[] {
  const names = namesIn(parameters)
  if (names === undefined) return available
  const granted = available.filter((scope) => names.has(scope))
  if (granted.length > 0) return granted
  throw new OAuthError('invalid_scope', 'none of the scopes that scope names can be granted')
}

/**
 * Returns whether the response has to name its scopes, because they are not exactly the requested ones or, when none
 * were requested, not all (RFC 6749 §5.1).
 */
export function differsFromRequest(
  parameters: Parameters,
  available: readonly Scope[],
  granted: readonly Scope[],
): boolean {
  const expected: ReadonlySet<string> = namesIn(parameters) ?? new Set(available)
  return expected.size !== granted.length || granted.some((scope) => !expected.has(scope))
}

/** Returns scopes in the form of a response parameter (RFC 6749 §3.3). */
export function scopeText(scopes: readonly Scope[]): string {
  return scopes.join(' ')
}

function namesIn(parameters: Parameters): ReadonlySet<string> | undefined {
  const names = (parameters.get('scope') ?? '').split(/[ ,]+/).filter((name) => name !== '')
  return names.length === 0 ? undefined : new Set(names)
}
