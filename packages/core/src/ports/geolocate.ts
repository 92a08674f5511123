/** Where an address is, as far as known. Fields of more than 128 characters are ignored. */
export interface Geolocation {
  /** Name of the country. */
  readonly country?: string
  /** Two-letter country code (ISO 3166-1). */
  readonly countryCode?: string
  readonly region?: string
  readonly city?: string
  /** IANA time zone, e.g. `Europe/Rome`. */
  readonly timezone?: string
}

/**
 * Looks up where an address is (decisions §6.16), and resolves to `undefined` when that is not known. It receives the
 * address of the connection, which may be private or loopback. Parley makes at most one call at a time for an address,
 * and waits at most `timeouts.geolocateMs`; then `signal` is aborted. A rejection is logged and has no other effect.
 */
export type Geolocate = (
  ip: string,
  options: { readonly signal: AbortSignal },
) => Promise<Geolocation | undefined>
