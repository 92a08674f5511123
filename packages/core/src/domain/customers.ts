import { invalid } from '../errors.js'
import type { Customer, Visitor } from '../model/customer.js'
import type { CustomerDetails } from './customer-details.js'
import { isForbiddenName } from './forbidden-names.js'
import { jsonBytes } from './json-bytes.js'
import { type Arrival, recordVisit, type VisitLimits } from './visits.js'

export interface DetailLimits {
  readonly customerFieldCount: number
  readonly customerFieldKeyLength: number
}

export interface CustomerLimits extends VisitLimits {
  readonly customerBytes: number
}

/** The options by which a customer is bounded. */
export interface CustomerBounds {
  readonly contractLimits: DetailLimits
  readonly limits: CustomerLimits
}

/** The customer once this has arrived, the same object where nothing is new; `validation` where it would know too much
 * (decisions §16.18). */
export function afterArrival(
  before: Customer,
  arrival: Arrival,
  { contractLimits, limits }: CustomerBounds,
  path: string,
): Customer {
  const merged = mergeDetails(before, arrival.details, contractLimits, path)
  const visitor = recordVisit(before.visitor, arrival, limits)
  if (merged === before && visitor === before.visitor) return before
  return withinBytes(before, { ...merged, visitor }, limits, path)
}

/** The customer with these details, without a visit; the same object where nothing is new. */
export function mergeDetailsWithin(
  before: Customer,
  details: CustomerDetails,
  { contractLimits, limits }: CustomerBounds,
  path: string,
): Customer {
  const merged = mergeDetails(before, details, contractLimits, path)
  return merged === before ? before : withinBytes(before, merged, limits, path)
}

function withinBytes(before: Customer, after: Customer, limits: CustomerLimits, path: string): Customer {
  const bytes = detailBytes(after)
  // Who was stored before the bound, or under another one, may still become smaller.
  if (bytes > limits.customerBytes && bytes > detailBytes(before)) {
    throw invalid(`${path} would make the details larger than ${limits.customerBytes} bytes as JSON`)
  }
  return after
}

/** What the customer has told of itself; of the pages the last one, which is shown wherever the customer is. */
function detailBytes({ name, email, fields, visitor }: Customer): number {
  const { timezone = null, referrer = null, currentVisit = null } = visitor ?? {}
  const { url, title } = currentVisit?.pages.at(-1) ?? {}
  return jsonBytes({ name, email, fields, timezone, referrer, url, title })
}

/** Replaces the given top-level details and merges `fields` (decisions §6.15); the same object where nothing is new. */
export function mergeDetails(
  customer: Customer,
  details: CustomerDetails,
  limits: DetailLimits,
  path: string,
): Customer {
  const { name = customer.name, email = customer.email } = details
  const fields =
    details.fields === undefined
      ? customer.fields
      : mergeFields(customer.fields, details.fields, limits, path)
  const isSame = name === customer.name && email === customer.email && fields === customer.fields
  return isSame ? customer : { ...customer, name, email, fields }
}

function mergeFields(
  present: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  limits: DetailLimits,
  path: string,
): Readonly<Record<string, string>> {
  const keys = Object.keys(given)
  for (const key of keys) checkFieldKey(key, limits, path)
  if (keys.every((key) => Object.hasOwn(present, key) && present[key] === given[key])) return present
  const merged = { ...present, ...given }
  if (Object.keys(merged).length > limits.customerFieldCount) {
    throw invalid(`${path}.fields would have more than ${limits.customerFieldCount} keys`)
  }
  return merged
}

function checkFieldKey(key: string, limits: DetailLimits, path: string): void {
  if (isForbiddenName(key)) throw invalid(`${path}.fields must not have the key ${key}`)
  if ([...key].length > limits.customerFieldKeyLength) {
    throw invalid(`${path}.fields has a key longer than ${limits.customerFieldKeyLength} characters`)
  }
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

/** A customer of whom nothing is known yet. */
export function newCustomer(licenseId: number, id: string, createdAt: number): Customer {
  return {
    id,
    licenseId,
    externalId: null,
    name: null,
    email: null,
    fields: {},
    visitor: null,
    threadCount: 0,
    bannedUntil: null,
    createdAt,
  }
}
