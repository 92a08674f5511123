import { versions } from '../../versions.js'

/**
 * Of an action that is there in every version and on every transport. Customers hold no scopes: what they may do follows
 * from membership (decisions §5.1).
 */
export const everywhere = {
  api: 'customer',
  spec: 'chat.md "Customer API actions"',
  versions: versions.customer,
  transports: ['web', 'rtm'],
  scopes: [],
} as const
