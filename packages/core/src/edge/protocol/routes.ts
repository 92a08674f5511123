import { apis, type ChatApi } from '../../contract/apis.js'
import type { ApiVersion } from '../../contract/versions.js'

/** What a path asks for (spec chat.md "Transports and envelopes", decisions §2, §3, §9). */
export type Route =
  | { readonly kind: 'action'; readonly action: string; readonly address: Address }
  | { readonly kind: 'rtm'; readonly address: Address }
  | { readonly kind: 'static_config'; readonly address: Address }
  | { readonly kind: 'unknown_endpoint' }
  | { readonly kind: 'unsupported_version'; readonly api: ChatApi; readonly isRtm: boolean }
  | { readonly kind: 'not_found' }

export type Address =
  | { readonly api: 'customer'; readonly version: ApiVersion<'customer'> }
  | { readonly api: 'agent'; readonly version: ApiVersion<'agent'> }

/** Where each API begins. */
export type ApiPaths = Readonly<Record<ChatApi, string>>

const notFound = { kind: 'not_found' } as const
const unknownEndpoint = { kind: 'unknown_endpoint' } as const
const chatApis = ['customer', 'agent'] as const
/** By version. */
const addresses: Readonly<Record<ChatApi, ReadonlyMap<string, Address>>> = {
  customer: new Map(apis.customer.versions.map((version) => [version, { api: 'customer', version }])),
  agent: new Map(apis.agent.versions.map((version) => [version, { api: 'agent', version }])),
}
const slash = '/'

export function routeOf(path: string, paths: ApiPaths): Route {
  for (const api of chatApis) {
    const root = paths[api]
    if (path.startsWith(root) && path.startsWith(slash, root.length)) {
      return routeWithin(api, path.slice(root.length + 1))
    }
  }
  return notFound
}

function routeWithin(api: ChatApi, path: string): Route {
  const versionEnd = path.indexOf(slash)
  const version = versionEnd < 0 ? path : path.slice(0, versionEnd)
  if (version === '') return notFound
  const endpoint = versionEnd < 0 ? '' : path.slice(versionEnd + 1)
  const address = addresses[api].get(version)
  if (address === undefined) return { kind: 'unsupported_version', api, isRtm: endpoint.startsWith('rtm/') }
  return endpointOf(endpoint, address)
}

function endpointOf(endpoint: string, address: Address): Route {
  const { actionPrefix, hasStaticConfig } = apis[address.api]
  const action = endpoint.startsWith(actionPrefix) ? endpoint.slice(actionPrefix.length) : ''
  if (action !== '' && !action.includes(slash)) return { kind: 'action', action, address }
  if (endpoint === 'rtm/ws') return { kind: 'rtm', address }
  if (endpoint === 'static_config' && hasStaticConfig) return { kind: 'static_config', address }
  return unknownEndpoint
}

/** Whether the path lies under one of the APIs. */
export function isOwnPath(path: string, paths: ApiPaths): boolean {
  return [paths.customer, paths.agent].some((root) => path === root || path.startsWith(`${root}/`))
}
