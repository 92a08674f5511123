import fc from 'fast-check'
import { everyAction } from '../../packages/core/src/actions/index.js'
import { apis } from '../../packages/core/src/contract/apis.js'
import { schemaFor } from '../../packages/core/src/contract/define.js'
import { type Api, type ApiVersion, versions } from '../../packages/core/src/contract/versions.js'
import { shapeOf } from '../fuzz/shape.js'
import { isRecord } from './known.js'
import { type Payload, payloadOf } from './payloads.js'

/** The users of each license. Users of one license must not see or change anything of the other. */
export const tenants = {
  shop: { agents: ['ada', 'bob', 'cora'], customers: ['casey', 'dana'], weight: 6 },
  rival: { agents: ['eve'], customers: ['finn'], weight: 1 },
} as const

export type TenantName = keyof typeof tenants
export type CustomerName = (typeof tenants)[TenantName]['customers'][number]
export type AgentName = (typeof tenants)[TenantName]['agents'][number]
export type Name = CustomerName | AgentName

export const tenantNames: readonly TenantName[] = ['shop', 'rival']

const customerNames: readonly Name[] = Object.values(tenants).flatMap(({ customers }) => [...customers])

/** The API version that each kind of user calls. */
export interface Cast {
  readonly customers: ApiVersion<'customer'>
  readonly agents: ApiVersion<'agent'>
  readonly configuration: ApiVersion<'configuration'>
}

/** One call of an action. It is the same on every side. */
export interface Call {
  readonly who: Name
  /** The API of the call. Default: that of the user. */
  readonly api?: Api
  readonly version: ApiVersion
  readonly action: string
  readonly payload: Payload
  /** Seconds that pass before the call. */
  readonly seconds: number
  /** Value of the `Idempotency-Key` header. */
  readonly key?: string | undefined
  /** The bot that acts, as `author_id`. */
  readonly author?: string | undefined
}

/**
 * Weights of actions that are called more or less often than others. Banning is rare, because a banned customer can no
 * longer do anything.
 */
const weights: Readonly<Record<string, number>> = {
  send_event: 24,
  start_chat: 8,
  update_chat_scopes: 8,
  send_rich_message_postback: 8,
  ban_customer: 1,
  login: 2,
  send_file: 2,
  upload_image: 2,
  'agents/remove_bot_agent': 2,
}
const usualWeight = 4

interface Options {
  /** Selects the actions that are called. Default: all. */
  readonly isWanted?: (action: string) => boolean
  readonly hasKeys?: boolean
  /** Whether agents call actions with a bot as the author. */
  readonly hasAuthors?: boolean
}

/** Returns the API of the call. */
export function apiOf({ api, who }: Call): Api {
  return api ?? (customerNames.some((name) => name === who) ? 'customer' : 'agent')
}

/** Generates calls of any action in the contract by any user of the cast. */
export function callsOf({ customers, agents, configuration }: Cast): fc.Arbitrary<Call> {
  const options = { hasKeys: true, hasAuthors: true }
  const ofTenants = Object.values(tenants).flatMap((tenant) => {
    const { weight } = tenant
    const byCustomers = tenant.customers.map((who) => callsBy(who, 'customer', customers, options))
    const byAgents = tenant.agents.map((who) => {
      // Other agents are refused these actions.
      const isAdministrator = who === tenant.agents[0]
      return fc.oneof(
        { weight: isAdministrator ? 6 : 12, arbitrary: callsBy(who, 'agent', agents, options) },
        { weight: isAdministrator ? 4 : 1, arbitrary: callsBy(who, 'configuration', configuration, options) },
      )
    })
    return [...byCustomers, ...byAgents].map((arbitrary) => ({ weight, arbitrary }))
  })
  return fc.oneof(...ofTenants)
}

/** Generates calls of any action in the contract by one user. */
export function callsBy(
  who: Name,
  api: Api,
  version: ApiVersion,
  { isWanted = () => true, hasKeys = false, hasAuthors = false }: Options,
): fc.Arbitrary<Call> {
  const contracts = everyAction
    .map(({ contract }) => contract)
    .filter((one) => one.api === api && one.versions.some((served) => served === version))
    .filter(({ name }) => isWanted(name))
  const authors = hasAuthors && apis[api].takesAuthorId ? someOf('$bot.0', '$bot.1') : fc.constant(undefined)
  return fc.oneof(
    ...contracts.map((contract) => ({
      weight: weights[contract.name] ?? usualWeight,
      arbitrary: fc.record<Call>(
        {
          who: fc.constant(who),
          version: fc.constant(version),
          api: fc.constant(contract.api),
          action: fc.constant(contract.name),
          payload: payloadOf(shapeOf(schemaFor(contract.request, version))).filter(isRecord),
          seconds: fc.constantFrom(0, 0, 0, 1),
          key: hasKeys ? someOf('first') : fc.constant(undefined),
          author: contract === apis[api].login ? fc.constant(undefined) : authors,
        },
        { noNullPrototype: true },
      ),
    })),
  )
}

/** Generates one of the values, but mostly `undefined`. */
function someOf(...values: readonly string[]): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )
}

const everywhere = { agent: { read: true, write: true }, customer: { read: true, write: true } }

/** A rich message with buttons that customers press. */
const question: Call = {
  who: 'ada',
  version: 'v0.4',
  action: 'send_event',
  payload: {
    chat_id: '$chat.0',
    event: {
      ...{ type: 'rich_message', template_id: 'cards' },
      elements: [{ buttons: [{ text: 'Yes', postback_id: 'yes' }, { postback_id: 'no' }] }],
    },
  },
  seconds: 0,
}

/**
 * Returns the calls at the beginning of each sequence, so that there are chats, a property, webhooks and a bot to work
 * with.
 */
export function openingOf({ customers, agents }: Cast): readonly Call[] {
  const chat = { thread: { events: [{ type: 'message', text: 'Hello' }] } }
  const start = { action: 'start_chat', payload: { chat }, seconds: 1 } as const
  const configure = {
    who: 'ada',
    api: 'configuration',
    version: versions.configuration[2],
    seconds: 0,
  } as const
  const locations = Object.fromEntries(
    ['chat', 'thread', 'event'].map((location) => [location, { access: everywhere }]),
  )
  const hook = { url: 'https://shop.example/hook', secret_key: 'a secret' }
  const actions = ['incoming_event', 'chat_users_updated', 'incoming_chat_thread']
  return [
    {
      ...configure,
      action: 'properties/create_properties',
      payload: { color: { type: 'string', locations } },
    },
    {
      ...configure,
      action: 'webhooks/register_webhook',
      payload: { ...hook, action: 'incoming_event', additional_data: ['chat_properties'] },
    },
    {
      ...configure,
      action: 'agents/create_bot_agent',
      payload: {
        name: 'Botty',
        status: 'accepting chats',
        webhooks: { ...hook, actions: actions.map((name) => ({ name })) },
      },
    },
    { who: 'casey', version: customers, ...start },
    { who: 'ada', version: agents, ...start },
    { who: 'dana', version: customers, ...start },
    { who: 'finn', version: customers, ...start },
    { who: 'ada', version: agents, ...start, author: '$bot.0' },
    ...(agents === 'v0.4' ? [question] : []),
    {
      ...{ who: 'ada', version: agents, action: 'add_auto_chat_scopes', seconds: 0 },
      payload: {
        scopes: { groups: [1] },
        rules: { customer_url: { values: [{ value: 'https://shop.example/red' }] } },
      },
    },
    { who: 'ada', version: agents, action: 'upload_image', payload: { image: { file: 'png' } }, seconds: 0 },
  ]
}

/** Formats a failed sequence with one call per line. */
export function describeCalls(calls: readonly Call[]): string {
  const lines = calls.map(({ who, version, action, payload, seconds, key, author }) => {
    const later = seconds > 0 ? `${seconds} s later ` : ''
    const by = author === undefined ? '' : ` as ${author}`
    const keyed = key === undefined ? '' : ` with the key ${key}`
    return `  ${later}${who} (${version})${by} ${action} ${JSON.stringify(payload)}${keyed}`
  })
  return lines.join('\n')
}
