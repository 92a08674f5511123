import type { Customer as StoredCustomer, Visitor as StoredVisitor } from '../../model/customer.js'
import type { Geolocation } from '../../model/geolocation.js'
import { dateOrNull } from './dates.js'

/** A person who asks. */
export interface Customer {
  /** Unique over all licenses. */
  readonly id: string
  readonly licenseId: number
  /** Your own id of the customer, unique within the license; `null` when it was not set. */
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
  readonly bannedUntil: Date | null
  readonly createdAt: Date
}

/** Details of a customer's visits to the host's site. */
export interface Visitor {
  /** The visit under way, or the last one; `null` when the customer opened no page yet. */
  readonly currentVisit: {
    readonly startedAt: Date
    readonly lastPageAt: Date
    /** The latest pages of the visit, in the order in which they were opened. */
    readonly pages: readonly VisitedPage[]
  } | null
  readonly visitCount: number
  readonly pageViewCount: number
  readonly lastVisitAt: Date | null
  /** Address of the page that led the customer to the site. */
  readonly referrer: string | null
  readonly timezone: string | null
  readonly ip: string | null
  /** Where `ip` is, as the option `geolocate` found out. */
  readonly geolocation: Geolocation | null
  readonly userAgent: string | null
}

/** A page of the host's site that a customer opened. */
export interface VisitedPage {
  readonly startedAt: Date
  readonly url: string
  readonly title: string | null
}

/** Returns the customer as `admin` shows it. */
export function toCustomer({ visitor, bannedUntil, createdAt, ...customer }: StoredCustomer): Customer {
  return {
    ...customer,
    visitor: visitor && toVisitor(visitor),
    bannedUntil: dateOrNull(bannedUntil),
    createdAt: new Date(createdAt),
  }
}

function toVisitor({ currentVisit, lastVisitAt, ...visitor }: StoredVisitor): Visitor {
  return {
    ...visitor,
    currentVisit: currentVisit && toVisit(currentVisit),
    lastVisitAt: dateOrNull(lastVisitAt),
  }
}

function toVisit({
  startedAt,
  lastPageAt,
  pages,
}: NonNullable<StoredVisitor['currentVisit']>): Visitor['currentVisit'] {
  return {
    startedAt: new Date(startedAt),
    lastPageAt: new Date(lastPageAt),
    pages: pages.map(({ startedAt, url, title }) => ({ startedAt: new Date(startedAt), url, title })),
  }
}
