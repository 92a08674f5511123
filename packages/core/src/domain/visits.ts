import type { VisitedPage, Visitor } from '../model/customer.js'
import type { Geolocation } from '../model/geolocation.js'
import type { CustomerDetails } from './customer-details.js'
import { isSameGeolocation } from './geolocations.js'
import { jsonBytes } from './json-bytes.js'

/** The address and user agent of a customer's connection. */
export interface ClientOrigin {
  readonly ip: string | null
  readonly userAgent: string | null
}

/**
 * Limits on the pages that are kept of a visit. Only the last ones are kept (decisions §16.18), while `page_views`
 * counts all of them.
 */
export interface VisitLimits {
  readonly visitPageCount: number
  readonly visitPagesBytes: number
}

/** The details that arrive with one request or login of a customer. */
export interface Arrival {
  readonly details: CustomerDetails
  readonly origin: ClientOrigin
  readonly at: number
  /** Location of the address that the customer connected from, if it is known. */
  readonly geolocation?: Geolocation | null
  /** URL of the page that linked to the customer's page. Only `login` carries one. */
  readonly referrer?: string | undefined
}

/** Time after its last page when a visit ends, in milliseconds (decisions §6.16). */
const visitTimeoutMs = 30 * 60_000
/**
 * Maximum length of a stored user agent. Those of browsers are shorter, but a client can send one as long as a header
 * may be.
 */
const maxUserAgentLength = 512
/** Maximum length of a stored address. An IPv6 address with its zone is shorter. */
const maxAddressLength = 64

const unknownVisitor: Visitor = {
  currentVisit: null,
  visitCount: 0,
  pageViewCount: 0,
  lastVisitAt: null,
  referrer: null,
  timezone: null,
  ip: null,
  geolocation: null,
  userAgent: null,
}

/**
 * Returns the visitor after the arrival, or the same object when nothing is new. Returns `null` as long as nothing is
 * known.
 */
export function recordVisit(
  visitor: Visitor | null,
  { details, origin, at, geolocation = null, referrer }: Arrival,
  limits: VisitLimits,
): Visitor | null {
  const known = visitor ?? unknownVisitor
  const { page, timezone = known.timezone } = details.monitoring ?? {}
  const ip = cut(origin.ip, maxAddressLength) ?? known.ip
  const arrived = {
    ip,
    // The known location belongs to the previous address, so it is dropped when the address changes.
    geolocation: geolocation ?? (ip === known.ip ? known.geolocation : null),
    userAgent: cut(origin.userAgent, maxUserAgentLength) ?? known.userAgent,
    timezone,
    referrer: referrer ?? known.referrer,
  }
  if (page === undefined && isSame(known, arrived)) return visitor
  const next = Object.assign({}, known, arrived)
  const visited = page === undefined ? next : visitPage(next, page, at, limits)
  return isKnown(visited) ? visited : null
}

type ArrivalDetails = Pick<Visitor, 'ip' | 'geolocation' | 'userAgent' | 'timezone' | 'referrer'>

function isSame(
  known: ArrivalDetails,
  { ip, geolocation, userAgent, timezone, referrer }: ArrivalDetails,
): boolean {
  return (
    known.ip === ip &&
    isSameGeolocation(known.geolocation, geolocation) &&
    known.userAgent === userAgent &&
    known.timezone === timezone &&
    known.referrer === referrer
  )
}

/** Returns whether the visit continues at `now`, judging by its last page. */
export function goesOn({ lastPageAt }: { readonly lastPageAt: number }, now: number): boolean {
  return now - lastPageAt <= visitTimeoutMs
}

/** Cuts the text to whole characters, because half a surrogate pair is not valid text. */
function cut(text: string | null, maxLength: number): string | null {
  return text === null || text.length <= maxLength ? text : [...text].slice(0, maxLength).join('')
}

function isKnown(visitor: Visitor): boolean {
  return Object.entries(visitor).some(([, value]) => value !== null && value !== 0)
}

/** Returns the page that the customer is on, or `undefined` when it is not known or the visit has ended. */
export function currentPage(visitor: Visitor | null, now: number): VisitedPage | undefined {
  const visit = visitor?.currentVisit
  return visit == null || !goesOn(visit, now) ? undefined : visit.pages.at(-1)
}

function visitPage(
  visitor: Visitor,
  page: { url: string; title?: string },
  now: number,
  limits: VisitLimits,
): Visitor {
  const visited: VisitedPage = { startedAt: now, url: page.url, title: page.title ?? null }
  const visit = visitor.currentVisit
  if (visit === null || !goesOn(visit, now)) {
    return {
      ...visitor,
      currentVisit: { startedAt: now, lastPageAt: now, pages: [visited] },
      visitCount: visitor.visitCount + 1,
      pageViewCount: visitor.pageViewCount + 1,
      lastVisitAt: now,
    }
  }
  const last = visit.pages.at(-1)
  const isSamePage = last?.url === page.url
  const pages = isSamePage ? withTitle(visit.pages, last, page.title) : [...visit.pages, visited]
  return {
    ...visitor,
    currentVisit: { ...visit, lastPageAt: now, pages: lastPages(pages, limits) },
    pageViewCount: visitor.pageViewCount + (isSamePage ? 0 : 1),
  }
}

/** Returns the pages with the title of the last one updated. A page may send its title only after its URL. */
function withTitle(
  pages: readonly VisitedPage[],
  last: VisitedPage,
  title: string | undefined,
): readonly VisitedPage[] {
  return title === undefined || title === last.title ? pages : [...pages.slice(0, -1), { ...last, title }]
}

/** Returns the last pages, as many as the limits allow, and always the very last one. */
function lastPages(pages: readonly VisitedPage[], limits: VisitLimits): readonly VisitedPage[] {
  const kept = pages.slice(-limits.visitPageCount)
  while (kept.length > 1 && jsonBytes(kept) > limits.visitPagesBytes) kept.shift()
  return kept
}
