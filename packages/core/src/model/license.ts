/** A tenant. Instants are integer Unix milliseconds, here and in every port. */
export interface License {
  readonly id: number
  readonly name: string
  readonly plan: string
  readonly isInTrial: boolean
  readonly createdAt: number
  /** `null`: unlimited. */
  readonly expiresAt: number | null
}
