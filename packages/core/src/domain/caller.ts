import type { apis, ChatApi } from '../contract/apis.js'
import type { Api, ApiVersion } from '../contract/versions.js'
import type { Principal } from './principal.js'

interface CallerOf<A extends Api> {
  readonly api: A
  readonly version: ApiVersion<A>
  readonly principal: Extract<Principal, { kind: (typeof apis)[A]['principal'] }>
}

/** The caller of an action, with the API and version of the request; the API fits the kind of principal. */
export type Caller = { [A in Api]: CallerOf<A> }[Api]
/** A caller of a chat API, who can open connections and receive pushes. */
export type ChatCaller = Extract<Caller, { api: ChatApi }>
