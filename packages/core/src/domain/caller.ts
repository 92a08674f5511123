import type { apis, ChatApi } from '../contract/apis.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { Principal } from './principal.js'

interface CallerOf<A extends Api> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly principal: Extract<Principal, { kind: (typeof apis)[A]['principal'] }>
}

/** Whose call it is, in an API and version that fit the caller's kind. */
export type Caller = { [A in Api]: CallerOf<A> }[Api]
/** Who may be connected, and is pushed to. */
export type ChatCaller = Extract<Caller, { api: ChatApi }>
