import fc from 'fast-check'
import { everyAction } from '../../packages/core/src/actions/index.js'
import { apis } from '../../packages/core/src/contract/apis.js'
import { schemaFor } from '../../packages/core/src/contract/define.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import { shapeOf } from '../fuzz/shape.js'
import { isRecord } from './known.js'
import { type Payload, payloadOf } from './payloads.js'

export type CustomerName = 'casey' | 'dana'
export type AgentName = 'ada' | 'bob' | 'cora'
export type Name = CustomerName | AgentName

/** In which version each of them speaks. */
export interface Cast {
  readonly customers: ApiVersion<'customer'>
  readonly agents: ApiVersion<'agent'>
}

/** One call of an action; the same on every side. */
export interface Call {
  readonly who: Name
  /** Default: the one of whoever calls. */
  readonly api?: Api
  readonly version: ApiVersion
  readonly action: string
  readonly payload: Payload
  /** That pass before it. */
  readonly seconds: number
  /** As `Idempotency-Key`. */
  readonly key?: string | undefined
}

export const customerNames: readonly CustomerName[] = ['casey', 'dana']
export const agentNames: readonly AgentName[] = ['ada', 'bob', 'cora']

/** What a sequence is about more often than about anything else. */
const weights: Readonly<Record<string, number>> = { send_event: 6, start_chat: 2, update_chat_scopes: 2 }

interface Options {
  /** Which actions are called; default: all. */
  readonly isWanted?: (action: string) => boolean
  readonly hasKeys?: boolean
}

/** Any call that the contract has for somebody of the cast. */
export function callsOf(
  { customers, agents }: Cast,
  { isWanted = () => true, hasKeys = false }: Options = {},
) {
  const options = { isWanted, hasKeys }
  const byAgents = agentNames.map((who) => {
    const configures = callsBy(who, 'configuration', apis.configuration.newestVersion, options)
    const chats = callsBy(who, 'agent', agents, options)
    return fc.oneof({ weight: 9, arbitrary: chats }, { weight: 1, arbitrary: configures })
  })
  return fc.oneof(...customerNames.map((who) => callsBy(who, 'customer', customers, options)), ...byAgents)
}

/** Any call that the contract has for one of them. */
export function callsBy(
  who: Name,
  api: Api,
  version: ApiVersion,
  { isWanted = () => true, hasKeys = false }: Options,
): fc.Arbitrary<Call> {
  const contracts = everyAction
    .map(({ contract }) => contract)
    .filter((one) => one.api === api && one.versions.some((served) => served === version))
    .filter(({ name }) => isWanted(name))
  return fc.oneof(
    ...contracts.map((contract) => ({
      weight: weights[contract.name] ?? 1,
      arbitrary: fc.record<Call>(
        {
          who: fc.constant(who),
          version: fc.constant(version),
          api: fc.constant(contract.api),
          action: fc.constant(contract.name),
          payload: payloadOf(shapeOf(schemaFor(contract.request, version))).filter(isRecord),
          seconds: fc.constantFrom(0, 0, 0, 1),
          key: hasKeys ? fc.constantFrom(undefined, undefined, undefined, 'first') : fc.constant(undefined),
        },
        { noNullPrototype: true },
      ),
    })),
  )
}

/** What a sequence begins with: there is something to talk about. */
export function openingOf({ customers, agents }: Cast): readonly Call[] {
  const chat = { thread: { events: [{ type: 'message', text: 'Hello' }] } }
  const start = { action: 'start_chat', payload: { chat }, seconds: 1 } as const
  return [
    { who: 'casey', version: customers, ...start },
    { who: 'ada', version: agents, ...start },
    { who: 'dana', version: customers, ...start },
  ]
}

/** A sequence that failed, a line a call. */
export function describeCalls(calls: readonly Call[]): string {
  const lines = calls.map(({ who, version, action, payload, seconds, key }) => {
    const later = seconds > 0 ? `${seconds} s later ` : ''
    const keyed = key === undefined ? '' : ` with the key ${key}`
    return `  ${later}${who} (${version}) ${action} ${JSON.stringify(payload)}${keyed}`
  })
  return lines.join('\n')
}
