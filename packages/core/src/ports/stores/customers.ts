import type { Customer } from '../../model/customer.js'

/** Reads customers. */
export interface CustomerReads {
  /** Returns the customer, or `undefined`. */
  get(customerId: string): Promise<Customer | undefined>
  /** Returns the customer of the license with the host's own id, or `undefined`. */
  getByExternalId(licenseId: number, externalId: string): Promise<Customer | undefined>
  /**
   * Returns customers of a license, the newest first, ties by descending id, at most `limit`, and only those that come
   * after `after`.
   */
  list(
    licenseId: number,
    limit: number,
    after?: Pick<Customer, 'createdAt' | 'id'>,
  ): Promise<readonly Customer[]>
}

/** Writes customers. */
export interface CustomerWrites extends CustomerReads {
  /**
   * Stores a customer. `duplicate`, with nothing written, when another customer of the license has that external id.
   * Rejects when a customer with that id exists.
   */
  insert(customer: Customer): Promise<'inserted' | 'duplicate'>
  /**
   * Returns the customer, and keeps other transactions from changing it until this one ends. `undefined` when there is
   * none.
   */
  lock(customerId: string): Promise<Customer | undefined>
  /** Writes `name`, `email`, `fields` and `visitor`, and nothing else. */
  updateDetails(customer: Customer): Promise<void>
  /**
   * Writes `externalId` and nothing else. The transaction has to lock the customer first. `duplicate`, with nothing
   * written, when another customer of the license has that external id.
   */
  setExternalId(
    customer: Pick<Customer, 'id' | 'licenseId'>,
    externalId: string | null,
  ): Promise<'written' | 'duplicate'>
  /** Writes `bannedUntil` and nothing else. `false` when there is no such customer. */
  setBannedUntil(customerId: string, bannedUntil: number | null): Promise<boolean>
}
