import { banCustomer } from '../actions/shared/ban-customer.js'
import { customerUpdatedFacts } from '../actions/shared/customer-updated.js'
import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { afterArrival, mergeDetailsWithin, newCustomer } from '../domain/customers.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid } from '../errors.js'
import type { Customer } from '../model/customer.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import {
  type BanOptions,
  type CustomerChangeOptions,
  type KnownCustomerOptions,
  type NewCustomerOptions,
  optionSchemas,
} from './options.js'
import { type Page, type PageOptions, readPage } from './pages.js'

const pages = pageIds('customers', ['integer', 'text'])

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

  /** Creates a customer. `validation` for an unknown license, or an `externalId` that a customer of the license has already. */
  async create(options: NewCustomerOptions): Promise<Customer> {
    checkOptions(optionSchemas.customer, options, this.#settings.limits)
    const customer = this.#customerOf(options)
    return this.#insert(customer, () => {
      throw invalid('a customer with this externalId exists: getOrCreate answers it')
    })
  }

  /**
   * Returns the customer with that `externalId`, unchanged, or creates one with these details. Calls at the same time, on any
   * node, return the same customer. `validation` for an unknown license.
   */
  async getOrCreate(options: KnownCustomerOptions): Promise<Customer> {
    checkOptions(optionSchemas.knownCustomer, options, this.#settings.limits)
    const { licenseId, externalId } = options
    const present = await this.#read.customers.getByExternalId(licenseId, externalId)
    if (present !== undefined) return present
    return this.#insert(this.#customerOf(options), async (tx) => {
      const other = await tx.customers.getByExternalId(licenseId, externalId)
      if (other === undefined) throw new TypeError('the storage found a customer, and then did not')
      return other
    })
  }

  /**
   * Replaces the details that are given and merges `fields`, as `update_customer` does; members of the customer's active chats
   * are told. `validation` for a customer who does not exist, or an `externalId` that another one has.
   */
  async update(customerId: string, options: CustomerChangeOptions): Promise<Customer> {
    const { limits } = this.#settings
    checkArgument('customerId', customerId, limits)
    checkOptions(optionSchemas.customerChanges, options, limits)
    const { externalId, ...details } = options
    const at = this.#clock.now()
    const chatLimit = limits.activeChatsPerCustomerCount
    const active = await this.#read.chats.listActiveOfCustomer(customerId, chatLimit)
    const locked = [customerId, ...active.map(({ head }) => head.id)]
    return this.#changes.commit(systemOrigin, at, locked, async (tx) => {
      const before = await tx.customers.lock(customerId)
      if (before === undefined) throw invalid('customerId names no customer')
      if (externalId !== undefined && (await tx.customers.setExternalId(before, externalId)) === 'duplicate')
        throw invalid('another customer has this externalId')
      const known = externalId === undefined ? before : { ...before, externalId }
      const customer = mergeDetailsWithin(known, details, this.#settings, 'options')
      if (customer === known) return { response: customer, facts: [] }
      await tx.customers.updateDetails(customer)
      return { response: customer, facts: await customerUpdatedFacts(tx, customer, chatLimit) }
    })
  }

  /** Returns the customer, or `undefined`. */
  async get(customerId: string): Promise<Customer | undefined> {
    checkArgument('customerId', customerId, this.#settings.limits)
    return this.#read.customers.get(customerId)
  }

  /** Returns the customer that the host knows by this id, or `undefined`. */
  async getByExternalId(licenseId: number, externalId: string): Promise<Customer | undefined> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    checkArgument('externalId', externalId, this.#settings.limits)
    return this.#read.customers.getByExternalId(licenseId, externalId)
  }

  /**
   * Bans a customer as `ban_customer` does, in no agent's name: the customer's sessions end, and calls are refused until the ban is
   * over. `validation` for a customer who does not exist.
   */
  async ban(options: BanOptions): Promise<void> {
    checkOptions(optionSchemas.ban, options, this.#settings.limits)
    const { customerId, days } = options
    const at = this.#clock.now()
    await this.#changes.commit(systemOrigin, at, [customerId], async (tx) => {
      const customer = await tx.customers.lock(customerId)
      if (customer === undefined) throw invalid('customerId names no customer')
      return { response: undefined, facts: await banCustomer(tx, at, customer, days) }
    })
  }

  /** Ends a ban before its time. Idempotent; `validation` for a customer who does not exist. */
  async unban(customerId: string): Promise<void> {
    checkArgument('customerId', customerId, this.#settings.limits)
    await this.#changes.commit(systemOrigin, this.#clock.now(), [customerId], async (tx) => {
      const customer = await tx.customers.lock(customerId)
      if (customer === undefined) throw invalid('customerId names no customer')
      const { licenseId, bannedUntil } = customer
      if (bannedUntil === null) return { response: undefined, facts: [] }
      await tx.customers.setBannedUntil(customerId, null)
      return { response: undefined, facts: [{ name: 'customer_unbanned', licenseId, customerId }] }
    })
  }

  /** Lists the customers of a license, the newest first. */
  async list(licenseId: number, page: PageOptions = {}): Promise<Page<Customer>> {
    const { limits } = this.#settings
    checkArgument('licenseId', licenseId, limits)
    return readPage(page, limits, {
      pageIds: pages,
      keyOf: ({ createdAt, id }) => [createdAt, id],
      read: (limit, after) =>
        this.#read.customers.list(licenseId, limit, after && { createdAt: after[0], id: after[1] }),
    })
  }

  #customerOf({ licenseId, externalId, ...details }: NewCustomerOptions): Customer {
    const at = this.#clock.now()
    const arrival = { details, origin: { ip: null, userAgent: null }, at }
    const empty = { ...newCustomer(licenseId, this.#ids.uuid(), at), externalId: externalId ?? null }
    return afterArrival(empty, arrival, this.#settings, 'options')
  }

  #insert(
    customer: Customer,
    onDuplicate: (tx: StorageTransaction) => Customer | Promise<Customer>,
  ): Promise<Customer> {
    return this.#changes.commit(systemOrigin, customer.createdAt, [], async (tx) => {
      if ((await tx.licenses.get(customer.licenseId)) === undefined)
        throw invalid('licenseId names no license')
      const inserted = await tx.customers.insert(customer)
      return { response: inserted === 'duplicate' ? await onDuplicate(tx) : customer, facts: [] }
    })
  }
}
