import type { apis, ChatApi } from '../contract/apis.js'
import type { ApiVersion } from '../contract/versions.js'
import type { Principal } from './principal.js'

interface CallerOf<A extends ChatApi> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly principal: Extract<Principal, { kind: (typeof apis)[A]['principal'] }>
}

/** Whose call it is, in an API and version that fit the caller's kind. */
export type Caller = { [A in ChatApi]: CallerOf<A> }[ChatApi]
