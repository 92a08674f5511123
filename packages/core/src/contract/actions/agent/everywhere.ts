import { versions } from '../../versions.js'

/** Common fields of actions that exist in every version and on every transport. */
export const everywhere = {
  api: 'agent',
  spec: 'chat.md "Agent API actions"',
  versions: versions.agent,
  transports: ['web', 'rtm'],
} as const
