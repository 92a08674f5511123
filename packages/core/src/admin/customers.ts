import { banCustomer } from '../actions/shared/ban-customer.js'
import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { afterArrival, newCustomer } from '../domain/customers.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { Customer } from '../ports/stores/customers.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type BanOptions, type NewCustomerOptions, optionSchemas } from './options.js'
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

  async create(options: NewCustomerOptions): Promise<Customer> {
    checkOptions(optionSchemas.customer, options, this.#settings.limits)
    const { licenseId, ...details } = options
    const at = this.#clock.now()
    const arrival = { details, origin: { ip: null, userAgent: null }, at }
    const empty = newCustomer(licenseId, this.#ids.uuid(), at)
    const customer = afterArrival(empty, arrival, this.#settings, 'options')
    return this.#changes.commit(systemOrigin, at, [], async (tx) => {
      if ((await tx.licenses.get(licenseId)) === undefined) throw invalid('licenseId names no license')
      await tx.customers.insert(customer)
      return { response: customer, facts: [] }
    })
  }

  async get(customerId: string): Promise<Customer | undefined> {
    checkArgument('customerId', customerId, this.#settings.limits)
    return this.#read.customers.get(customerId)
  }

  /**
   * As `ban_customer` does, in no agent's name: the customer's sessions end, and its calls are refused until the ban is
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

  /** Newest first. */
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
}
