import { versions } from '../../versions.js'

/** Of a push that is there in every version. */
export const everyVersion = {
  api: 'customer',
  spec: 'chat.md "Customer API pushes"',
  versions: versions.customer,
} as const
