import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { afterArrival, newCustomer } from '../domain/customers.js'
import { invalid } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { Customer } from '../ports/stores/customers.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type NewCustomerOptions, optionSchemas } from './options.js'

const listLimit = 1_000

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

  /** At most 1,000, newest first. */
  async list(licenseId: number): Promise<readonly Customer[]> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    return this.#read.customers.list(licenseId, listLimit)
  }
}
