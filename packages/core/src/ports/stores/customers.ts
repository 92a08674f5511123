import type { Customer } from '../../model/customer.js'

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
