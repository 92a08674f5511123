import type { VisitedPage, Visitor } from '../model/customer.js'
import type { Geolocation } from '../model/geolocation.js'
import type { CustomerDetails } from './customer-details.js'
import { isSameGeolocation } from './geolocations.js'
import { jsonBytes } from './json-bytes.js'

/** What the connection itself tells of a customer. */
export interface ClientOrigin {
  readonly ip: string | null
  readonly userAgent: string | null
}

/** Of the pages of a visit, the last ones (decisions §16.18); `page_views` counts them all. */
export interface VisitLimits {
  readonly visitPageCount: number
  readonly visitPagesBytes: number
}

/** What one arrival tells. */
export interface Arrival {
  readonly details: CustomerDetails
  readonly origin: ClientOrigin
  readonly at: number
  /** Where the address is that it came from, if that is known. */
  readonly geolocation?: Geolocation | null
  /** Only `login` has one. */
  readonly referrer?: string | undefined
}

/** A visit ends this long after its last page (decisions §6.16). */
const visitTimeoutMs = 30 * 60_000
/** Browsers' are shorter; what a client sends may be as long as a header can be. */
const maxUserAgentLength = 512
/** An IPv6 address with its zone is shorter. */
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
 * What is known of the visits after these details arrived from there, the same object where nothing is new; `null` while
 * nothing is.
 */
export function recordVisit(
  visitor: Visitor | null,
  { details, origin, at, geolocation = null, referrer }: Arrival,
  limits: VisitLimits,
): Visitor | null {
  const known = visitor ?? unknownVisitor
  const { page, timezone = known.timezone } = details.monitoring ?? {}
  const ip = cut(origin.ip, maxAddressLength) ?? known.ip
  const told = {
    ip,
    // Of another address nothing is known any more.
    geolocation: geolocation ?? (ip === known.ip ? known.geolocation : null),
    userAgent: cut(origin.userAgent, maxUserAgentLength) ?? known.userAgent,
    timezone,
    referrer: referrer ?? known.referrer,
  }
  if (page === undefined && isSame(known, told)) return visitor
  const next = Object.assign({}, known, told)
  const visited = page === undefined ? next : visitPage(next, page, at, limits)
  return isKnown(visited) ? visited : null
}

type Told = Pick<Visitor, 'ip' | 'geolocation' | 'userAgent' | 'timezone' | 'referrer'>

function isSame(known: Told, { ip, geolocation, userAgent, timezone, referrer }: Told): boolean {
  return (
    known.ip === ip &&
    isSameGeolocation(known.geolocation, geolocation) &&
    known.userAgent === userAgent &&
    known.timezone === timezone &&
    known.referrer === referrer
  )
}

/** Whether a visit goes on at that instant, as far as its pages tell. */
export function goesOn({ lastPageAt }: { readonly lastPageAt: number }, now: number): boolean {
  return now - lastPageAt <= visitTimeoutMs
}

/** Whole characters only: half of one is no text. */
function cut(text: string | null, maxLength: number): string | null {
  return text === null || text.length <= maxLength ? text : [...text].slice(0, maxLength).join('')
}

function isKnown(visitor: Visitor): boolean {
  return Object.entries(visitor).some(([, value]) => value !== null && value !== 0)
}

/** The page that the customer is on; `undefined`: it is not known, or the visit is over. */
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

/** A page may tell its title only after its address. */
function withTitle(
  pages: readonly VisitedPage[],
  last: VisitedPage,
  title: string | undefined,
): readonly VisitedPage[] {
  return title === undefined || title === last.title ? pages : [...pages.slice(0, -1), { ...last, title }]
}

/** As many of the last ones as the limits allow, and the last one in any case. */
function lastPages(pages: readonly VisitedPage[], limits: VisitLimits): readonly VisitedPage[] {
  const kept = pages.slice(-limits.visitPageCount)
  while (kept.length > 1 && jsonBytes(kept) > limits.visitPagesBytes) kept.shift()
  return kept
}
