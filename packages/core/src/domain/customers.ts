import { invalid } from '../errors.js'
import type { Customer, VisitedPage, Visitor } from '../ports/stores/customers.js'

/** Spec chat.md "Customer details", as `login` and `update_customer` carry them. */
export interface CustomerDetails {
  readonly name?: string
  readonly email?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly monitoring?: {
    readonly page?: { readonly url: string; readonly title?: string }
    readonly timezone?: string
  }
}

/** What the connection itself tells of a customer. */
export interface ClientOrigin {
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface DetailLimits {
  readonly customerFieldCount: number
  readonly customerFieldKeyLength: number
}

/** A visit ends this long after its last page (decisions §6.16). */
const visitTimeoutMs = 30 * 60_000
/** Older pages of a visit are dropped; `page_views` still counts them. */
const pagesPerVisit = 100

/** Replaces the given top-level details and merges `fields` (decisions §6.15). */
export function mergeDetails(
  customer: Customer,
  details: CustomerDetails,
  limits: DetailLimits,
  path: string,
): Customer {
  const fields = mergeFields(customer.fields, details.fields ?? {}, limits, path)
  return { ...customer, name: details.name ?? customer.name, email: details.email ?? customer.email, fields }
}

function mergeFields(
  present: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  limits: DetailLimits,
  path: string,
): Readonly<Record<string, string>> {
  for (const key of Object.keys(given)) checkFieldKey(key, limits, path)
  const merged = { ...present, ...given }
  if (Object.keys(merged).length > limits.customerFieldCount) {
    throw invalid(`${path}.fields would have more than ${limits.customerFieldCount} keys`)
  }
  return merged
}

function checkFieldKey(key: string, limits: DetailLimits, path: string): void {
  if (isForbiddenKey(key)) throw invalid(`${path}.fields must not have the key ${key}`)
  if ([...key].length > limits.customerFieldKeyLength) {
    throw invalid(`${path}.fields has a key longer than ${limits.customerFieldKeyLength} characters`)
  }
}

/** Names that would reach an object's prototype in some client (decisions §1.6). */
function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype'
}

/** Whether the customer has sent one that is not empty (decisions §6.3, §15), of `monitoring` too (§16.16). */
export function hasDetails({ name, email, fields, visitor }: Customer): boolean {
  if (name || email || (visitor !== null && hasTold(visitor))) return true
  return Object.values(fields).some((value) => value !== '')
}

/** Address and user agent are told by the connection. */
function hasTold({ pageViewCount, timezone, referrer }: Visitor): boolean {
  return pageViewCount > 0 || Boolean(timezone) || Boolean(referrer)
}

const unknownVisitor: Visitor = {
  currentVisit: null,
  visitCount: 0,
  pageViewCount: 0,
  lastVisitAt: null,
  referrer: null,
  timezone: null,
  ip: null,
  userAgent: null,
}

/**
 * What is known of the visits after these details arrived from there; `null` while nothing is. Only `login` has a
 * referrer.
 */
export function recordVisit(
  visitor: Visitor | null,
  details: CustomerDetails,
  origin: ClientOrigin,
  now: number,
  referrer?: string,
): Visitor | null {
  const { page, timezone } = details.monitoring ?? {}
  const known = visitor ?? unknownVisitor
  const next: Visitor = {
    ...known,
    ip: origin.ip ?? known.ip,
    userAgent: origin.userAgent ?? known.userAgent,
    timezone: timezone ?? known.timezone,
    referrer: referrer ?? known.referrer,
  }
  const visited = page === undefined ? next : visitPage(next, page, now)
  return isKnown(visited) ? visited : null
}

function isKnown(visitor: Visitor): boolean {
  return Object.entries(visitor).some(([, value]) => value !== null && value !== 0)
}

function visitPage(visitor: Visitor, page: { url: string; title?: string }, now: number): Visitor {
  const visited: VisitedPage = { startedAt: now, url: page.url, title: page.title ?? null }
  const visit = visitor.currentVisit
  if (visit === null || now - visit.lastPageAt > visitTimeoutMs) {
    return {
      ...visitor,
      currentVisit: { startedAt: now, lastPageAt: now, pages: [visited] },
      visitCount: visitor.visitCount + 1,
      pageViewCount: visitor.pageViewCount + 1,
      lastVisitAt: now,
    }
  }
  const last = visit.pages.at(-1)
  if (last?.url === page.url) return { ...visitor, currentVisit: { ...visit, lastPageAt: now } }
  const pages = [...visit.pages, visited].slice(-pagesPerVisit)
  return {
    ...visitor,
    currentVisit: { ...visit, lastPageAt: now, pages },
    pageViewCount: visitor.pageViewCount + 1,
  }
}

/** A customer of whom nothing is known yet. */
export function newCustomer(licenseId: number, id: string, createdAt: number): Customer {
  return {
    id,
    licenseId,
    name: null,
    email: null,
    fields: {},
    visitor: null,
    threadCount: 0,
    bannedUntil: null,
    createdAt,
  }
}
