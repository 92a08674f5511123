import { versions } from '../../versions.js'

/** Of an action that is there in every version and on every transport. */
export const everywhere = {
  api: 'agent',
  spec: 'chat.md "Agent API actions"',
  versions: versions.agent,
  transports: ['web', 'rtm'],
} as const
