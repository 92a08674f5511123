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
