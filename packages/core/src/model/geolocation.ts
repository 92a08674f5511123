/** Where an address is, as far as it is known; each at most 128 characters, what is longer is left out. */
export interface Geolocation {
  readonly country?: string
  /** ISO 3166-1, two letters. */
  readonly countryCode?: string
  readonly region?: string
  readonly city?: string
  /** IANA name, e.g. `Europe/Rome`. */
  readonly timezone?: string
}
