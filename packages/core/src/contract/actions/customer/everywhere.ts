import { versions } from '../../versions.js'

/**
 * Common fields of actions that exist in every version and on every transport. Customers hold no token scopes: their
 * permissions follow from membership (decisions §5.1).
 */
export const everywhere = {
  api: 'customer',
  spec: 'chat.md "Customer API actions"',
  versions: versions.customer,
  transports: ['web', 'rtm'],
  scopes: [],
} as const
