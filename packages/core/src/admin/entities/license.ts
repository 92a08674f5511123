import type { License as StoredLicense } from '../../model/license.js'
import { dateOrNull } from './dates.js'

/** A tenant. Agents, customers, chats, apps and webhooks belong to exactly one license. */
export interface License {
  /** Unique over the whole installation. */
  readonly id: number
  readonly name: string
  /** Name of the plan. Agents receive it when they log in. */
  readonly plan: string
  /** Agents receive it when they log in. */
  readonly isInTrial: boolean
  readonly createdAt: Date
  /** When the license ends; `null` when it never does. */
  readonly expiresAt: Date | null
}

/** Returns the license as `admin` shows it. */
export function toLicense({ id, name, plan, isInTrial, createdAt, expiresAt }: StoredLicense): License {
  return { id, name, plan, isInTrial, createdAt: new Date(createdAt), expiresAt: dateOrNull(expiresAt) }
}
