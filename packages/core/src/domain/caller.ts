import type { ApiVersion } from '../contract/versions.js'
import type { AgentPrincipal, CustomerPrincipal } from './principal.js'

/** Whose call it is, in an API and version that fit the caller's kind. */
export type Caller =
  | {
      readonly api: 'customer'
      readonly version: ApiVersion<'customer'>
      readonly principal: CustomerPrincipal
    }
  | { readonly api: 'agent'; readonly version: ApiVersion<'agent'>; readonly principal: AgentPrincipal }
