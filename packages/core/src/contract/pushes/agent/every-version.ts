import { versions } from '../../versions.js'

/** Of a push that is there in every version. */
export const everyVersion = {
  api: 'agent',
  spec: 'chat.md "Agent API pushes"',
  versions: versions.agent,
} as const
