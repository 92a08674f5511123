import type { Geolocation } from '../geolocate.js'

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

export interface CustomerReads {
  get(customerId: string): Promise<Customer | undefined>
  /** The customer of the license that the host knows by this id. */
  getByExternalId(licenseId: number, externalId: string): Promise<Customer | undefined>
  /**
   * Customers of a license, newest first, ties by descending id, at most `limit`; only those that come after `after`.
   */
  list(
    licenseId: number,
    limit: number,
    after?: Pick<Customer, 'createdAt' | 'id'>,
  ): Promise<readonly Customer[]>
}

export interface CustomerWrites extends CustomerReads {
  /**
   * `duplicate` when another customer of the license has that external id; nothing is written then. Rejects a second
   * customer with the same id.
   */
  insert(customer: Customer): Promise<'inserted' | 'duplicate'>
  /** Reads the customer and keeps every other transaction from changing it until this one ends. */
  lock(customerId: string): Promise<Customer | undefined>
  /** Writes `name`, `email`, `fields` and `visitor`; the other fields stay as they are. */
  updateDetails(customer: Customer): Promise<void>
  /**
   * Writes `externalId` and nothing else; the transaction has locked the customer. `duplicate` when another customer of the
   * license has that external id; nothing is written then.
   */
  setExternalId(
    customer: Pick<Customer, 'id' | 'licenseId'>,
    externalId: string | null,
  ): Promise<'written' | 'duplicate'>
  /** Writes `bannedUntil` and nothing else. `false` where there is no such customer. */
  setBannedUntil(customerId: string, bannedUntil: number | null): Promise<boolean>
}
