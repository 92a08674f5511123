/** Where an IP address is, as far as it is known. Values longer than 128 characters are left out. */
export interface Geolocation {
  readonly country?: string
  /** ISO 3166-1, two letters. */
  readonly countryCode?: string
  readonly region?: string
  readonly city?: string
  /** IANA name, such as `Europe/Rome`. */
  readonly timezone?: string
}
