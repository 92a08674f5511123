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

export function routeOf(path: string, paths: ApiPaths): Route {
  for (const api of ['customer', 'agent'] as const) {
    if (path.startsWith(`${paths[api]}/`)) return routeWithin(api, path.slice(paths[api].length + 1))
  }
  return notFound
}

function routeWithin(api: ChatApi, path: string): Route {
  const [version = '', ...rest] = path.split('/')
  if (version === '') return notFound
  const endpoint = rest.join('/')
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
  const action = /^action\/([^/]+)$/.exec(endpoint)?.[1]
  if (action !== undefined) return { kind: 'action', action, ...address }
  if (endpoint === 'rtm/ws') return { kind: 'rtm', ...address }
  if (endpoint === 'static_config' && address.api === 'customer') return { kind: 'static_config', ...address }
  return { kind: 'unknown_endpoint', ...address }
}

/** Whether the path lies under one of the APIs. */
export function isOwnPath(path: string, paths: ApiPaths): boolean {
  return [paths.customer, paths.agent].some((root) => path === root || path.startsWith(`${root}/`))
}
