import type { Geolocation } from './geolocation.js'

/** A page of the host's site that a customer opened. */
export interface VisitedPage {
  readonly startedAt: number
  readonly url: string
  readonly title: string | null
}

/** Details of a customer's visits (spec chat.md "User", `monitoring`; decisions §6.16). */
export interface Visitor {
  readonly currentVisit: {
    readonly startedAt: number
    readonly lastPageAt: number
    readonly pages: readonly VisitedPage[]
  } | null
  readonly visitCount: number
  readonly pageViewCount: number
  readonly lastVisitAt: number | null
  readonly referrer: string | null
  readonly timezone: string | null
  readonly ip: string | null
  /** Where `ip` is, as the host's `geolocate` found out; `null` when it is not known. */
  readonly geolocation: Geolocation | null
  readonly userAgent: string | null
}

/** A person who asks. */
export interface Customer {
  readonly id: string
  readonly licenseId: number
  /** The host's own id of the customer, unique within the license; `null` when it was not set. */
  readonly externalId: string | null
  readonly name: string | null
  readonly email: string | null
  /** Further details, as texts by name. */
  readonly fields: Readonly<Record<string, string>>
  /** Details of the customer's visits; `null` until something is known. */
  readonly visitor: Visitor | null
  /** Number of threads that the customer took part in. */
  readonly threadCount: number
  /** When the latest ban ends, which may be in the past; `null` when there was none, or it was lifted. */
  readonly bannedUntil: number | null
  readonly createdAt: number
}
