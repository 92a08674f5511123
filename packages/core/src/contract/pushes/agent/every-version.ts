import { versions } from '../../versions.js'

/** Common fields of pushes that exist in every version. */
export const everyVersion = {
  api: 'agent',
  spec: 'chat.md "Agent API pushes"',
  versions: versions.agent,
} as const
