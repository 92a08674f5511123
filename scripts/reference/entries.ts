import { actions } from '../../packages/core/src/actions/index.js'
import * as agentPushes from '../../packages/core/src/contract/agent-pushes.js'
import { apis, type ChatApi } from '../../packages/core/src/contract/apis.js'
import * as customerPushes from '../../packages/core/src/contract/customer-pushes.js'
import type { ActionContract, PushContract } from '../../packages/core/src/contract/define.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'

export const everyApi = ['customer', 'agent', 'configuration'] as const satisfies readonly Api[]
export const chatApis = ['customer', 'agent'] as const satisfies readonly ChatApi[]

/** The contract of an action in some versions of its API, and the name of its in-process method. */
export interface ActionVariant {
  readonly contract: ActionContract
  readonly method: string
}

/**
 * An action or push of one API, which has one page. Has one variant for each of its contracts, newest version first.
 */
export interface Entry<Variant> {
  readonly api: Api
  readonly name: string
  readonly variants: readonly Variant[]
}

export const actionEntries: readonly Entry<ActionVariant>[] = everyApi.flatMap((api) => {
  const variants = Object.entries(actions[api]).map(([method, { contract }]) => ({ contract, method }))
  return entriesOf<ActionVariant>(api, variants, ({ contract }) => contract)
})

export const pushEntries: readonly Entry<PushContract>[] = chatApis.flatMap((api) =>
  entriesOf<PushContract>(api, pushesOf(api), (contract) => contract),
)

function pushesOf(api: ChatApi): readonly PushContract[] {
  return api === 'customer' ? Object.values(customerPushes) : Object.values(agentPushes)
}

function entriesOf<Variant>(
  api: Api,
  variants: readonly Variant[],
  contractOf: (variant: Variant) => ActionContract | PushContract,
): readonly Entry<Variant>[] {
  const names = [...new Set(variants.map((variant) => contractOf(variant).name))].toSorted()
  return names.map((name) => {
    const own = variants.filter((variant) => contractOf(variant).name === name)
    const sorted = own.toSorted((a, b) => (newestOf(contractOf(a)) > newestOf(contractOf(b)) ? -1 : 1))
    return { api, name, variants: sorted }
  })
}

/** Returns the newest version of a contract. */
export function newestOf({ versions }: { readonly versions: readonly ApiVersion[] }): ApiVersion {
  const [newest] = versions.toSorted().reverse()
  if (newest === undefined) throw new TypeError('a contract without a version')
  return newest
}

/** Returns the variant that applies to a version of the API. */
export function variantIn<Variant>(
  { variants }: Entry<Variant>,
  version: ApiVersion,
  contractOf: (variant: Variant) => { readonly versions: readonly ApiVersion[] },
): Variant | undefined {
  return variants.find((variant) => contractOf(variant).versions.includes(version))
}

export const apiTitles: Readonly<Record<Api, string>> = {
  customer: 'Customer API',
  agent: 'Agent API',
  configuration: 'Configuration API',
}

/** Returns the path of an action's page below docs/reference. */
export function actionPath(api: Api, name: string): string {
  return `${api}/${plainName(api, name)}.md`
}

/** Returns the name without the group that action names of some APIs begin with. */
export function plainName(api: Api, name: string): string {
  return apis[api].hasActionGroups ? name.slice(name.indexOf('/') + 1) : name
}

export function pushPath(api: Api, name: string): string {
  return `${api}/pushes/${name}.md`
}
