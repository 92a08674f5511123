/** Whoever is told no time waits so long: clients, and the examples of the guides, go by the header alone. */
const defaultSeconds = 1

/** The header `Retry-After`, which every 429 and 503 has (RFC 9110 §10.2.3). `seconds`: what is known of the time. */
export function retryAfterHeader(status: number, seconds?: number): Readonly<Record<string, string>> {
  if (seconds === undefined && status !== 429 && status !== 503) return {}
  return { 'Retry-After': String(seconds ?? defaultSeconds) }
}
