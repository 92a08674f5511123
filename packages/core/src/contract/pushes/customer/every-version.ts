import { versions } from '../../versions.js'

/** Of a push that is there in every version. */
export const everyVersion = { api: 'customer', versions: versions.customer } as const
