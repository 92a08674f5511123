import { Type } from 'typebox'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, dateOrNull, name } from './schema.js'

/** Fields of a new license. */
export interface CreateLicenseInput {
  readonly name: string
  /** Name of the plan. Agents receive it when they log in. Default: `standard`. */
  readonly plan?: string
  /** Agents receive it when they log in. Default: false. */
  readonly isInTrial?: boolean
  /** When the license ends; `null` for never. Default: `null`. */
  readonly expiresAt?: Date | null
}

/** The fields of a license to change. Fields that are left out stay as they are. */
export interface UpdateLicenseInput {
  readonly name?: string
  /** Name of the plan. Agents receive it when they log in. */
  readonly plan?: string
  /** Agents receive it when they log in. */
  readonly isInTrial?: boolean
  /** When the license ends; `null` for never. */
  readonly expiresAt?: Date | null
}

/** Page of the list of all licenses. */
export type ListLicensesInput = PageInput

export const createLicense = createSchema<CreateLicenseInput>()({
  name,
  plan: Type.Optional(name),
  isInTrial: Type.Optional(Type.Boolean()),
  expiresAt: Type.Optional(dateOrNull),
})

export const updateLicense = createSchema<UpdateLicenseInput>()({
  name: Type.Optional(name),
  plan: Type.Optional(name),
  isInTrial: Type.Optional(Type.Boolean()),
  expiresAt: Type.Optional(dateOrNull),
})

export const listLicenses = createSchema<ListLicensesInput>()(pageProperties)
