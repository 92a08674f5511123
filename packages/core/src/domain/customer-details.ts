import { invalid } from '../errors.js'

/** Spec chat.md "Customer details", as `login` and `update_customer` carry them. */
export interface CustomerDetails {
  readonly name?: string
  readonly email?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly monitoring?: {
    readonly page?: { readonly url: string; readonly title?: string }
    readonly timezone?: string
  }
}

/** The request of `update_customer`: the details themselves, or nested in `customer` (decisions §6.15). */
export interface CustomerUpdate extends CustomerDetails {
  readonly customer?: CustomerDetails
}

/** The details to store, and where they are in the request; `validation` where they come in both ways at once. */
export function detailsToUpdate({ customer, ...beside }: CustomerUpdate): {
  readonly details: CustomerDetails
  readonly path: string
} {
  if (customer === undefined) return { details: beside, path: 'payload' }
  const mixed = detailNames.filter((name) => beside[name] !== undefined)
  if (mixed.length === 0) return { details: customer, path: 'payload.customer' }
  throw invalid(
    `payload cannot have ${mixed.join(', ')} beside customer: put all details into one of the two`,
  )
}

const detailNames = ['name', 'email', 'fields', 'monitoring'] as const satisfies (keyof CustomerDetails)[]
