import type { TSchema } from 'typebox'
import { optionSchemas } from '../../packages/core/src/admin/options.js'
import { pageOptions } from '../../packages/core/src/admin/pages.js'
import { propertySchemas } from '../../packages/core/src/admin/properties.js'
import { webhookSchemas } from '../../packages/core/src/admin/webhooks.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { table } from '../markdown.js'
import { declarationIn, optionComments } from './admin-source.js'
import { rowsOfObject } from './field-tables.js'
import { boundsText, typeText } from './types.js'

const folder = 'packages/core/src/admin'
const model = 'packages/core/src/model'

interface OptionType {
  readonly schema: TSchema
  /** The file and the constants that declare it; the later ones have what the first one leaves out. */
  readonly file: string
  readonly constants: readonly string[]
}

const optionsFile = `${folder}/options.ts`

/** Types of options, by name. */
const optionTypes: Readonly<Record<string, OptionType>> = {
  NewLicenseOptions: { schema: optionSchemas.license, file: optionsFile, constants: ['newLicense'] },
  NewAgentOptions: { schema: optionSchemas.agent, file: optionsFile, constants: ['newAgent'] },
  AgentChangeOptions: {
    ...{ schema: optionSchemas.agentChanges, file: optionsFile, constants: ['agentChanges', 'newAgent'] },
  },
  NewCustomerOptions: { schema: optionSchemas.customer, file: optionsFile, constants: ['newCustomer'] },
  KnownCustomerOptions: {
    ...{ schema: optionSchemas.knownCustomer, file: optionsFile, constants: ['knownCustomer'] },
  },
  CustomerChangeOptions: {
    ...{ schema: optionSchemas.customerChanges, file: optionsFile, constants: ['customerChanges'] },
  },
  BanOptions: { schema: optionSchemas.ban, file: optionsFile, constants: ['ban'] },
  NewAppOptions: { schema: optionSchemas.app, file: optionsFile, constants: ['newApp'] },
  AppChanges: { schema: optionSchemas.appChanges, file: optionsFile, constants: ['newApp'] },
  AgentTokenOptions: { schema: optionSchemas.agentToken, file: optionsFile, constants: ['agentToken'] },
  CustomerTokenOptions: {
    ...{ schema: optionSchemas.customerToken, file: optionsFile, constants: ['customerToken'] },
  },
  NewPropertyOptions: {
    ...{ schema: propertySchemas.newProperty, file: `${folder}/properties.ts`, constants: ['newProperty'] },
  },
  PropertyName: {
    ...{ schema: propertySchemas.propertyName, file: `${folder}/properties.ts`, constants: [] },
  },
  PageOptions: { schema: pageOptions, file: `${folder}/pages.ts`, constants: ['pageOptions'] },
  WebhookListOptions: { schema: webhookSchemas.webhookList, file: `${folder}/webhooks.ts`, constants: [] },
  FailedListOptions: { schema: webhookSchemas.failedList, file: `${folder}/webhooks.ts`, constants: [] },
  WebhookName: { schema: webhookSchemas.webhookName, file: `${folder}/webhooks.ts`, constants: [] },
  AttemptListOptions: { schema: webhookSchemas.attemptList, file: `${folder}/webhooks.ts`, constants: [] },
  DeliveryName: { schema: webhookSchemas.deliveryName, file: `${folder}/webhooks.ts`, constants: [] },
}

/** Options that `PageOptions` come on top of. */
const paged = new Set(['WebhookListOptions', 'FailedListOptions'])

/** Options that change something: what is left out stays as it is, so a default of the creation does not apply. */
const changes = new Set(['AgentChangeOptions', 'CustomerChangeOptions', 'AppChanges'])

/** Types of results, and of what is in them: the file that declares each. */
const resultTypes: Readonly<Record<string, string>> = {
  Page: `${folder}/pages.ts`,
  License: `${model}/license.ts`,
  Agent: `${model}/agent.ts`,
  Permission: `${model}/agent.ts`,
  RoutingStatus: `${model}/agent.ts`,
  Priority: `${model}/agent.ts`,
  GroupMembership: `${model}/agent.ts`,
  Device: `${model}/device.ts`,
  DevicePlatform: `${model}/device.ts`,
  Customer: `${model}/customer.ts`,
  RegisteredApp: `${folder}/apps.ts`,
  AppRegistration: `${folder}/apps.ts`,
  App: `${model}/app.ts`,
  AgentTokens: `${folder}/tokens.ts`,
  CustomerToken: `${folder}/tokens.ts`,
  NamedProperty: `${model}/property.ts`,
  PropertyDefinition: `${model}/property.ts`,
  PropertyType: `${model}/property.ts`,
  PropertyLocation: `${model}/property.ts`,
  ShownWebhook: `${folder}/webhooks.ts`,
  Webhook: `${model}/webhook.ts`,
  WebhookRule: `${model}/webhook.ts`,
  WebhookFilters: `${model}/webhook.ts`,
  MemberFilter: `${model}/webhook.ts`,
  WebhookVersion: `${model}/webhook.ts`,
  Delivery: `${model}/delivery.ts`,
  NewDelivery: `${model}/delivery.ts`,
  UserKind: `${model}/user.ts`,
  PropertyValue: `${model}/property.ts`,
  Visitor: `${model}/customer.ts`,
  FailedDelivery: `${model}/delivery.ts`,
  DeliveryAttempt: `${model}/webhook.ts`,
}

/** What options mean in every method. */
const usualMeanings: Readonly<Record<string, string>> = {
  licenseId: 'Id of the license.',
  agentId: 'Id of the agent.',
  customerId: 'Id of the customer.',
  clientId: 'Client id of the app.',
  webhookId: 'Id of the webhook, or of the bot that has it.',
  deliveryId: 'Id of the delivery.',
  namespace: 'Whose property it is: the client id of an app, or any other name.',
  name: 'What it is called.',
  email: 'The e-mail address.',
  avatar: 'Address of a picture.',
  permission: 'Administrators see every chat and may have every scope.',
  fields: 'What else is known, as texts by name.',
  type: 'Of which kind it is.',
  description: 'What it is for, in words.',
  redirectUris: 'Where agents may be sent after signing in.',
  scopes: 'What its tokens may do.',
  requirePkce: 'Whether the code flow needs PKCE. Default: false.',
  isInTrial: 'Shown to agents at login. Default: false.',
  domain: 'The allowed values. Default: all of the type.',
  limit: 'At most so many. Default: all that are kept.',
  'groups[].id': 'Number of the group.',
  'groups[].priority': 'When the agent is given chats of the group.',
}

export function isOptionType(type: string): boolean {
  return Object.hasOwn(optionTypes, type)
}

/** A table of the options; a type that is not known is an error, so that a new one is added here. */
export function optionTable(type: string): readonly string[] {
  const known = optionTypes[type]
  if (known === undefined) throw new Error(`There is no table for the options ${type}`)
  const comment = optionComments(known.file)
  const meaningOf = (name: string) =>
    known.constants.map((constant) => comment(constant, name)).find((text) => text !== undefined) ?? ''
  const isChange = changes.has(type)
  const rows = rowsOfObject(known.schema).map(({ path, shape, isRequired }) => {
    const presence = isRequired ? 'yes' : 'no'
    const shown = (meaning = '') => (isChange ? withoutDefault(meaning) : meaning)
    return [
      ...[`\`${path}\``, typeOf(path, shape), presence, boundsText(withoutNull(shape), '../options.md')],
      shown(meaningOf(path)) || shown(usualMeanings[path]),
    ]
  })
  const further = [
    ...(paged.has(type) ? ['', 'Beside these, the options of [pages](#pages).'] : []),
    ...(isChange ? ['', 'An option that is left out stays as it is.'] : []),
  ]
  return [...table(['Option', 'Type', 'Required', 'Bounds', 'Meaning'], rows), ...further]
}

function withoutDefault(meaning: string): string {
  return meaning.replace(/\s*Default: [^.]*\./, '')
}

/** Of a value that may be `null`, the one that it is otherwise. */
function withoutNull(shape: Shape): Shape {
  const [only, another] = shape.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return only !== undefined && another === undefined ? only : shape
}

/** A `Date` is in no JSON, and the scopes have a page. */
function typeOf(path: string, shape: Shape): string {
  if (path === 'expiresAt') return '`Date`'
  return path === 'scopes' ? 'array of [scopes](scopes.md)' : typeText(shape, (name) => name)
}

/** The names of the declared types that a type names, and that these name in turn. */
export function resultTypesIn(type: string): readonly string[] {
  const found = new Set<string>()
  const waiting = [type]
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [name] of text.matchAll(/\b[A-Z]\w+\b/g)) {
      if (!Object.hasOwn(resultTypes, name) || found.has(name)) continue
      found.add(name)
      waiting.push(declarationOf(name))
    }
  }
  return [...found]
}

export function declarationOf(name: string): string {
  const path = resultTypes[name]
  if (path === undefined) throw new Error(`There is no declaration of ${name}`)
  return declarationIn(path, name)
}
