import { invalid } from '../errors.js'

/** The details of a customer, as `login` and `update_customer` carry them (spec chat.md "Customer details"). */
export interface CustomerDetails {
  readonly name?: string
  readonly email?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly monitoring?: {
    readonly page?: { readonly url: string; readonly title?: string }
    readonly timezone?: string
  }
}

/** The request of `update_customer`: the details at the top level, or nested in `customer` (decisions §6.15). */
export interface CustomerUpdate extends CustomerDetails {
  readonly customer?: CustomerDetails
}

/**
 * Returns the details to store, and their path in the request. Throws a `validation` error when the request mixes both
 * forms.
 */
export function detailsToUpdate({ customer, ...beside }: CustomerUpdate): {
  readonly details: CustomerDetails
  readonly path: string
} {
  if (customer === undefined) return { details: beside, path: 'payload' }
  const mixed = detailNames.filter((name) => beside[name] !== undefined)
  if (mixed.length === 0) return { details: customer, path: 'payload.customer' }
  throw invalid(
    { path: `payload.${mixed[0]}`, rule: 'conflicts_with' },
    `payload cannot have ${mixed.join(', ')} beside customer: put all details into one of the two`,
  )
}

const detailNames = ['name', 'email', 'fields', 'monitoring'] as const satisfies (keyof CustomerDetails)[]
