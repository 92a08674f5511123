/** Seconds to wait when no time is known. Clients, and the examples in the guides, rely on the header alone. */
const defaultSeconds = 1

/**
 * Returns the header `Retry-After`, which every 429 and 503 has (RFC 9110 §10.2.3). `seconds` is the known waiting
 * time.
 */
export function retryAfterHeader(status: number, seconds?: number): Readonly<Record<string, string>> {
  if (seconds === undefined && status !== 429 && status !== 503) return {}
  return { 'Retry-After': String(seconds ?? defaultSeconds) }
}
