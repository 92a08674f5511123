import { Type } from 'typebox'
import { boundedString, contractLimits } from '../../contract/limits.js'
import { ban } from '../../contract/objects/ban.js'
import { mapOf } from '../../contract/record.js'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, id, licenseId, nullable } from './schema.js'

/** Fields of a new customer. */
export interface CreateCustomerInput {
  readonly licenseId: number
  /** Your own id of the customer, unique within the license. No API shows it. Default: none. */
  readonly externalId?: string
  readonly name?: string
  readonly email?: string
  /** Further details, as texts by name. */
  readonly fields?: Readonly<Record<string, string>>
}

/** A customer of yours. The details count only for a new customer. */
export interface GetOrCreateCustomerInput extends CreateCustomerInput {
  /** Your own id of the customer, unique within the license. No API shows it. */
  readonly externalId: string
}

/** The fields of a customer to change. Fields that are left out stay as they are. */
export interface UpdateCustomerInput {
  /** Your own id of the customer, unique within the license; `null` for none. */
  readonly externalId?: string | null
  readonly name?: string
  readonly email?: string
  /** Further details, as texts by name. They are merged with the present ones. */
  readonly fields?: Readonly<Record<string, string>>
}

/** License whose customers are listed, and the page. */
export interface ListCustomersInput extends PageInput {
  readonly licenseId: number
}

/** Duration of a ban. `customers.unban` ends it earlier. */
export interface BanCustomerInput {
  /** Length of the ban, in days of 86,400 s from now on. */
  readonly days: number
}

const details = {
  name: Type.Optional(boundedString('nameLength')),
  email: Type.Optional(boundedString('nameLength')),
  fields: Type.Optional(
    mapOf(boundedString('customerFieldValueLength'), { maxProperties: contractLimits.customerFieldCount }),
  ),
}

export const createCustomer = createSchema<CreateCustomerInput>()({
  licenseId,
  externalId: Type.Optional(id),
  ...details,
})
export const getOrCreateCustomer = createSchema<GetOrCreateCustomerInput>()({
  licenseId,
  externalId: id,
  ...details,
})
export const updateCustomer = createSchema<UpdateCustomerInput>()({
  externalId: Type.Optional(nullable(id)),
  ...details,
})
export const listCustomers = createSchema<ListCustomersInput>()({ licenseId, ...pageProperties })
export const banCustomer = createSchema<BanCustomerInput>()({ days: ban.properties.days })
