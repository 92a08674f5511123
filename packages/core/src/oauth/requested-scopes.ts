import type { Scope } from '../contract/scopes.js'
import { OAuthError } from '../errors.js'
import type { Parameters } from './parameters.js'

/**
 * Of the scopes that can be had those that the parameter `scope` asks for, or all where it is absent (RFC 6749 §3.3). They
 * are separated by spaces; commas do too, as `/info` has them. `invalid_scope` where none of them can be had.
 */
export function requestedScopes(parameters: Parameters, available: readonly Scope[]): readonly Scope[] {
  const names = namesIn(parameters)
  if (names === undefined) return available
  const granted = available.filter((scope) => names.has(scope))
  if (granted.length > 0) return granted
  throw new OAuthError('invalid_scope', 'none of the scopes that scope names can be granted')
}

/** Whether the answer has to name its scopes: they are not the ones asked for, or not all where none were (RFC 6749 §5.1). */
export function differsFromRequest(
  parameters: Parameters,
  available: readonly Scope[],
  granted: readonly Scope[],
): boolean {
  const expected: ReadonlySet<string> = namesIn(parameters) ?? new Set(available)
  return expected.size !== granted.length || granted.some((scope) => !expected.has(scope))
}

/** As a parameter of an answer (RFC 6749 §3.3). */
export function scopeText(scopes: readonly Scope[]): string {
  return scopes.join(' ')
}

function namesIn(parameters: Parameters): ReadonlySet<string> | undefined {
  const names = (parameters.get('scope') ?? '').split(/[ ,]+/).filter((name) => name !== '')
  return names.length === 0 ? undefined : new Set(names)
}
