import { versions } from '../../versions.js'

/** Common fields of pushes that exist in every version. */
export const everyVersion = {
  api: 'customer',
  spec: 'chat.md "Customer API pushes"',
  versions: versions.customer,
} as const
