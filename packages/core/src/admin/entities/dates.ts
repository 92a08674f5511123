/** Returns the instant as a `Date`; `null` stays `null`. */
export function dateOrNull(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant)
}
