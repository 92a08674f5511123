import type { Geolocation } from './geolocation.js'

export interface VisitedPage {
  readonly startedAt: number
  readonly url: string
  readonly title: string | null
}

/** What is known of a customer's visits (spec chat.md "User", `monitoring`; decisions §6.16). */
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
  /** Where `ip` is, as the host's hook has answered. */
  readonly geolocation: Geolocation | null
  readonly userAgent: string | null
}

export interface Customer {
  readonly id: string
  readonly licenseId: number
  /** The host's own id of the customer; unique within the license. `null`: the host has given none. */
  readonly externalId: string | null
  readonly name: string | null
  readonly email: string | null
  readonly fields: Readonly<Record<string, string>>
  /** `null` until something is known. */
  readonly visitor: Visitor | null
  /** Threads that the customer took part in. */
  readonly threadCount: number
  readonly bannedUntil: number | null
  readonly createdAt: number
}
