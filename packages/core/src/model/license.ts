/** A tenant. Times are integer Unix milliseconds, here and in every port. */
export interface License {
  readonly id: number
  readonly name: string
  /** Name of the plan. Agents receive it when they log in. */
  readonly plan: string
  /** Agents receive it when they log in. */
  readonly isInTrial: boolean
  readonly createdAt: number
  /** When the license ends; `null` when it never does. */
  readonly expiresAt: number | null
}
