import { apis, type ChatApi } from '../../contract/apis.js'
import type { Api, ApiVersion } from '../../contract/versions.js'

/** The target of a path (spec chat.md "Transports and envelopes", decisions §2, §3, §9). */
export type Route =
  | { readonly kind: 'action'; readonly action: string; readonly address: Address }
  | { readonly kind: 'rtm'; readonly address: ChatAddress }
  | { readonly kind: 'static_config'; readonly address: Address }
  | { readonly kind: 'unknown_endpoint' }
  | { readonly kind: 'unsupported_version'; readonly api: Api; readonly isRtm: false }
  | { readonly kind: 'unsupported_version'; readonly api: ChatApi; readonly isRtm: true }
  | { readonly kind: 'not_found' }

interface AddressOf<A extends Api> {
  readonly api: A
  readonly version: ApiVersion<A>
}

/** An API in one version. */
export type Address = { [A in Api]: AddressOf<A> }[Api]
/** An API with real-time connections, in one version. */
export type ChatAddress = Extract<Address, { api: ChatApi }>

/** Path prefix of each API. */
export type ApiPaths = Readonly<Record<Api, string>>

const notFound = { kind: 'not_found' } as const
const unknownEndpoint = { kind: 'unknown_endpoint' } as const
const everyApi = ['customer', 'agent', 'configuration'] as const satisfies readonly Api[]
const slash = '/'
/** Socket.IO clients add a trailing slash by default (decisions §10.8). */
const socketIoEndpoint = /^rtm\/sio\/?$/

/** Addresses by API and version. */
const addresses: Readonly<Record<Api, ReadonlyMap<string, Address>>> = {
  customer: new Map(apis.customer.versions.map((version) => [version, { api: 'customer', version }])),
  agent: new Map(apis.agent.versions.map((version) => [version, { api: 'agent', version }])),
  configuration: new Map(
    apis.configuration.versions.map((version) => [version, { api: 'configuration', version }]),
  ),
}

/** Returns the route of a path. */
export function parseRoute(path: string, paths: ApiPaths): Route {
  for (const api of everyApi) {
    const root = paths[api]
    if (path.startsWith(root) && path.startsWith(slash, root.length)) {
      return routeWithin(api, path.slice(root.length + 1))
    }
  }
  return notFound
}

function routeWithin(api: Api, path: string): Route {
  const versionEnd = path.indexOf(slash)
  const version = versionEnd < 0 ? path : path.slice(0, versionEnd)
  if (version === '') return notFound
  const endpoint = versionEnd < 0 ? '' : path.slice(versionEnd + 1)
  const address = addresses[api].get(version)
  if (address !== undefined) return endpointOf(endpoint, address)
  const defaultVersion = apis[api].defaultVersion
  const byDefault = defaultVersion && addresses[api].get(defaultVersion)
  if (byDefault !== undefined && !/^v\d/.test(version)) return endpointOf(path, byDefault)
  return hasRtm(api) && endpoint.startsWith('rtm/')
    ? { kind: 'unsupported_version', api, isRtm: true }
    : { kind: 'unsupported_version', api, isRtm: false }
}

function endpointOf(endpoint: string, address: Address): Route {
  const { actionPrefix, hasActionGroups, hasStaticConfig } = apis[address.api]
  const action = endpoint.startsWith(actionPrefix) ? endpoint.slice(actionPrefix.length) : ''
  const steps = action.split(slash)
  const isAction = steps.length === (hasActionGroups ? 2 : 1) && !steps.includes('')
  if (isAction) return { kind: 'action', action, address }
  if ((endpoint === 'rtm/ws' || socketIoEndpoint.test(endpoint)) && hasRtmAt(address)) {
    return { kind: 'rtm', address }
  }
  if (endpoint === 'static_config' && hasStaticConfig) return { kind: 'static_config', address }
  return unknownEndpoint
}

function hasRtm(api: Api): api is ChatApi {
  return apis[api].login !== undefined
}

function hasRtmAt(address: Address): address is ChatAddress {
  return hasRtm(address.api)
}

/** Returns whether the path lies under one of the APIs. */
export function isOwnPath(path: string, paths: ApiPaths): boolean {
  return everyApi.some((api) => path === paths[api] || path.startsWith(`${paths[api]}/`))
}

/** Returns whether the path belongs to Socket.IO, in any version: an unknown version is refused in its protocol. */
export function isSocketIoPath(path: string, paths: ApiPaths): boolean {
  // Fast check first, because every upgrade asks this several times.
  if (!path.includes('/rtm/sio')) return false
  return everyApi.some((api) => {
    const root = `${paths[api]}/`
    if (!hasRtm(api) || !path.startsWith(root)) return false
    const endpointAt = path.indexOf(slash, root.length) + 1
    return endpointAt > root.length + 1 && socketIoEndpoint.test(path.slice(endpointAt))
  })
}
