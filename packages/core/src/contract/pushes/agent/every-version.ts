import { versions } from '../../versions.js'

/** Of a push that is there in every version. */
export const everyVersion = { api: 'agent', versions: versions.agent } as const
