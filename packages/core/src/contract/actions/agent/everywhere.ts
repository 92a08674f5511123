import { versions } from '../../versions.js'

/** Of an action that is there in every version and on every transport. */
export const everywhere = { api: 'agent', versions: versions.agent, transports: ['web', 'rtm'] } as const
