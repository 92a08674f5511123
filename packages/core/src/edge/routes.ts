import { type Api, type ApiVersion, isVersion } from '../contract/versions.js'

type ChatApi = Exclude<Api, 'configuration'>

/** What a path asks for (spec chat.md "Transports and envelopes", decisions §2, §3, §9). */
export type Route =
  | ({ readonly kind: 'action'; readonly action: string } & Address)
  | ({ readonly kind: 'rtm' } & Address)
  | ({ readonly kind: 'static_config' } & Address)
  | ({ readonly kind: 'unknown_endpoint' } & Address)
  | { readonly kind: 'unsupported_version'; readonly api: ChatApi; readonly isRtm: boolean }
  | { readonly kind: 'not_found' }

export type Address =
  | { readonly api: 'customer'; readonly version: ApiVersion<'customer'> }
  | { readonly api: 'agent'; readonly version: ApiVersion<'agent'> }

/** Where each API begins. */
export type ApiPaths = Readonly<Record<ChatApi, string>>

const notFound = { kind: 'not_found' } as const
const chatApis = ['customer', 'agent'] as const
const slash = '/'
const actionPrefix = 'action/'

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
  const address = addressOf(api, version)
  if (address === undefined) return { kind: 'unsupported_version', api, isRtm: endpoint.startsWith('rtm/') }
  return endpointOf(endpoint, address)
}

function addressOf(api: ChatApi, version: string): Address | undefined {
  if (api === 'customer') return isCustomerVersion(version) ? { api, version } : undefined
  return isAgentVersion(version) ? { api, version } : undefined
}

function isCustomerVersion(version: string): version is ApiVersion<'customer'> {
  return isVersion('customer', version)
}

function isAgentVersion(version: string): version is ApiVersion<'agent'> {
  return isVersion('agent', version)
}

function endpointOf(endpoint: string, address: Address): Route {
  const action = endpoint.startsWith(actionPrefix) ? endpoint.slice(actionPrefix.length) : ''
  if (action !== '' && !action.includes(slash)) return { ...address, kind: 'action', action }
  if (endpoint === 'rtm/ws') return { ...address, kind: 'rtm' }
  if (endpoint === 'static_config' && address.api === 'customer') return { ...address, kind: 'static_config' }
  return { ...address, kind: 'unknown_endpoint' }
}

/** Whether the path lies under one of the APIs. */
export function isOwnPath(path: string, paths: ApiPaths): boolean {
  return [paths.customer, paths.agent].some((root) => path === root || path.startsWith(`${root}/`))
}
