import { banCustomer, customerUpdatedFacts } from '../actions/customers.js'
import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { afterArrival, mergeDetailsWithin, newCustomer } from '../domain/customers.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid, invalidField } from '../errors.js'
import type { Customer as StoredCustomer } from '../model/customer.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkInput } from './check-input.js'
import { type Customer, toCustomer } from './entities/customer.js'
import {
  type BanCustomerInput,
  banCustomer as banSchema,
  type CreateCustomerInput,
  createCustomer,
  type GetOrCreateCustomerInput,
  getOrCreateCustomer,
  type ListCustomersInput,
  listCustomers,
  type UpdateCustomerInput,
  updateCustomer,
} from './inputs/customer.js'
import { byExternalId, type ExternalIdInput } from './inputs/external-id.js'
import type { Page } from './inputs/page.js'
import { mapPage, readPage } from './pages.js'

const pages = pageIds('customers', ['integer', 'text'])

/** Manages the customers of all licenses. */
export class CustomerAdmin {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #settings: Settings

  constructor(dependencies: {
    read: StorageReads
    changes: Changes
    clock: Clock
    ids: Ids
    settings: Settings
  }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#ids = dependencies.ids
    this.#settings = dependencies.settings
  }

  /**
   * Creates a customer. `validation` for an unknown license, or an `externalId` that a customer of the license already
   * has.
   */
  async create(input: CreateCustomerInput): Promise<Customer> {
    checkInput(createCustomer, input, this.#settings.limits)
    return this.#insert(this.#customerOf(input), () => {
      throw invalid(
        { path: 'input.externalId', rule: 'already_exists' },
        'a customer with this externalId exists: getOrCreate returns it',
      )
    })
  }

  /**
   * Returns the customer with that `externalId`, unchanged, or creates one with these details. Simultaneous calls on
   * any node return the same customer. `validation` for an unknown license.
   */
  async getOrCreate(input: GetOrCreateCustomerInput): Promise<Customer> {
    checkInput(getOrCreateCustomer, input, this.#settings.limits)
    const { licenseId, externalId } = input
    const present = await this.#read.customers.getByExternalId(licenseId, externalId)
    if (present !== undefined) return toCustomer(present)
    return this.#insert(this.#customerOf(input), async (tx) => {
      const other = await tx.customers.getByExternalId(licenseId, externalId)
      if (other === undefined) throw new TypeError('the storage found a customer, and then did not')
      return other
    })
  }

  /** Returns the customer, or `undefined`. */
  async get(customerId: string): Promise<Customer | undefined> {
    checkArgument('customerId', customerId, this.#settings.limits)
    const customer = await this.#read.customers.get(customerId)
    return customer && toCustomer(customer)
  }

  /** Returns the customer that has your own id `externalId`, or `undefined`. */
  async getByExternalId(input: ExternalIdInput): Promise<Customer | undefined> {
    checkInput(byExternalId, input, this.#settings.limits)
    const customer = await this.#read.customers.getByExternalId(input.licenseId, input.externalId)
    return customer && toCustomer(customer)
  }

  /** Lists the customers of a license, the newest first. */
  async list(input: ListCustomersInput): Promise<Page<Customer>> {
    checkInput(listCustomers, input, this.#settings.limits)
    const page = await readPage(input, {
      pageIds: pages,
      keyOf: ({ createdAt, id }: StoredCustomer) => [createdAt, id],
      read: (limit, after) =>
        this.#read.customers.list(input.licenseId, limit, after && { createdAt: after[0], id: after[1] }),
    })
    return mapPage(page, toCustomer)
  }

  /**
   * Replaces the details that are given and merges `fields`, as `update_customer` does. The change is pushed to the
   * members of the customer's active chats. `validation` for a customer that does not exist, or an `externalId` that
   * another customer has.
   */
  async update(customerId: string, input: UpdateCustomerInput): Promise<Customer> {
    const { limits } = this.#settings
    checkArgument('customerId', customerId, limits)
    checkInput(updateCustomer, input, limits)
    const { externalId, ...details } = input
    const at = this.#clock.now()
    const chatLimit = limits.activeChatsPerCustomerCount
    const active = await this.#read.chats.listActiveByCustomer(customerId, chatLimit)
    const locked = [customerId, ...active.map(({ head }) => head.id)]
    const updated = await this.#changes.commit(systemOrigin, at, locked, async (tx) => {
      const before = await tx.customers.lock(customerId)
      if (before === undefined)
        throw invalidField({ path: 'customerId', rule: 'not_found' }, 'does not match any customer')
      if (externalId !== undefined && (await tx.customers.setExternalId(before, externalId)) === 'duplicate')
        throw invalid(
          { path: 'input.externalId', rule: 'already_exists' },
          'another customer has this externalId',
        )
      const known = externalId === undefined ? before : { ...before, externalId }
      const customer = mergeDetailsWithin(known, details, this.#settings, 'input')
      if (customer === known) return { response: customer, facts: [] }
      await tx.customers.updateDetails(customer)
      return { response: customer, facts: await customerUpdatedFacts(tx, customer, chatLimit) }
    })
    return toCustomer(updated)
  }

  /**
   * Bans a customer, as `ban_customer` does: the customer's connections end, and requests are refused until the ban
   * ends. It replaces an earlier ban. `validation` for a customer that does not exist.
   */
  async ban(customerId: string, input: BanCustomerInput): Promise<void> {
    checkArgument('customerId', customerId, this.#settings.limits)
    checkInput(banSchema, input, this.#settings.limits)
    const at = this.#clock.now()
    await this.#changes.commit(systemOrigin, at, [customerId], async (tx) => {
      const customer = await tx.customers.lock(customerId)
      if (customer === undefined)
        throw invalidField({ path: 'customerId', rule: 'not_found' }, 'does not match any customer')
      return { response: undefined, facts: await banCustomer(tx, at, customer, input.days) }
    })
  }

  /**
   * Ends a ban early. Does nothing when the customer is not banned. `validation` for a customer that does not exist.
   */
  async unban(customerId: string): Promise<void> {
    checkArgument('customerId', customerId, this.#settings.limits)
    await this.#changes.commit(systemOrigin, this.#clock.now(), [customerId], async (tx) => {
      const customer = await tx.customers.lock(customerId)
      if (customer === undefined)
        throw invalidField({ path: 'customerId', rule: 'not_found' }, 'does not match any customer')
      const { licenseId, bannedUntil } = customer
      if (bannedUntil === null) return { response: undefined, facts: [] }
      await tx.customers.setBannedUntil(customerId, null)
      return { response: undefined, facts: [{ name: 'customer_unbanned', licenseId, customerId }] }
    })
  }

  #customerOf({ licenseId, externalId, ...details }: CreateCustomerInput): StoredCustomer {
    const at = this.#clock.now()
    const arrival = { details, origin: { ip: null, userAgent: null }, at }
    const empty = { ...newCustomer(licenseId, this.#ids.uuid(), at), externalId: externalId ?? null }
    return afterArrival(empty, arrival, this.#settings, 'input')
  }

  async #insert(
    customer: StoredCustomer,
    onDuplicate: (tx: StorageTransaction) => StoredCustomer | Promise<StoredCustomer>,
  ): Promise<Customer> {
    const stored = await this.#changes.commit(systemOrigin, customer.createdAt, [], async (tx) => {
      if ((await tx.licenses.get(customer.licenseId)) === undefined)
        throw invalid({ path: 'input.licenseId', rule: 'not_found' }, 'licenseId does not match any license')
      const inserted = await tx.customers.insert(customer)
      return { response: inserted === 'duplicate' ? await onDuplicate(tx) : customer, facts: [] }
    })
    return toCustomer(stored)
  }
}
