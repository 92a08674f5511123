import { invalid, invalidField } from '../errors.js'
import type { Customer, Visitor } from '../model/customer.js'
import type { CustomerDetails } from './customer-details.js'
import { isForbiddenName } from './forbidden-names.js'
import { jsonBytes } from './json-bytes.js'
import { type Arrival, recordVisit, type VisitLimits } from './visits.js'

/** Limits on the custom fields of a customer: their number, and the length of a key in characters. */
export interface DetailLimits {
  readonly customerFieldCount: number
  readonly customerFieldKeyLength: number
}

/** Limits on what is kept of a customer: the details, in bytes of JSON, and the visit. */
export interface CustomerLimits extends VisitLimits {
  readonly customerBytes: number
}

/** The options that limit the details of a customer. */
export interface CustomerBounds {
  readonly contractLimits: DetailLimits
  readonly limits: CustomerLimits
}

/**
 * Returns the customer after the arrival, or the same object when nothing is new. Throws a `validation` error when the
 * details would become too large (decisions §16.18).
 */
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

/**
 * Returns the customer with the given details and without recording a visit, or the same object when nothing is new.
 * Throws a `validation` error when the details would become too large.
 */
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
  // Details that were stored before the limit existed, or under a higher one, may still shrink.
  if (bytes > limits.customerBytes && bytes > detailBytes(before)) {
    throw invalidField(
      { path, rule: 'too_large', limit: limits.customerBytes },
      `would make the details larger than ${limits.customerBytes} bytes as JSON`,
    )
  }
  return after
}

/**
 * Returns the size of the details that the customer sent, in bytes of JSON. Counts only the last visited page, because
 * that one is shown wherever the customer is.
 */
function detailBytes({ name, email, fields, visitor }: Customer): number {
  const { timezone = null, referrer = null, currentVisit = null } = visitor ?? {}
  const { url, title } = currentVisit?.pages.at(-1) ?? {}
  return jsonBytes({ name, email, fields, timezone, referrer, url, title })
}

/**
 * Replaces the given top-level details and merges `fields` (decisions §6.15). Returns the same object when nothing is
 * new.
 */
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
    throw invalidField(
      { path: `${path}.fields`, rule: 'limit_reached', limit: limits.customerFieldCount },
      `would have more than ${limits.customerFieldCount} keys`,
    )
  }
  return merged
}

function checkFieldKey(key: string, limits: DetailLimits, path: string): void {
  if (isForbiddenName(key))
    throw invalid(
      { path: `${path}.fields.${key}`, rule: 'reserved' },
      `${path}.fields must not have the key ${key}`,
    )
  if ([...key].length > limits.customerFieldKeyLength) {
    throw invalidField(
      { path: `${path}.fields`, rule: 'too_long', limit: limits.customerFieldKeyLength },
      `has a key longer than ${limits.customerFieldKeyLength} characters`,
    )
  }
}

/**
 * Returns whether the customer has sent any detail that is not empty (decisions §6.3, §15.17), `monitoring` included
 * (§16.16).
 */
export function hasDetails({ name, email, fields, visitor }: Customer): boolean {
  if (name || email || (visitor !== null && hasVisitDetails(visitor))) return true
  return Object.values(fields).some((value) => value !== '')
}

/**
 * Returns whether the customer sent details of the visit. The address and the user agent do not count, because they
 * come from the connection.
 */
function hasVisitDetails({ pageViewCount, timezone, referrer }: Visitor): boolean {
  return pageViewCount > 0 || Boolean(timezone) || Boolean(referrer)
}

/** Returns a new customer without details. */
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
