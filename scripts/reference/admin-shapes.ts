import type { TSchema } from 'typebox'
import * as agent from '../../packages/core/src/admin/inputs/agent.js'
import * as app from '../../packages/core/src/admin/inputs/app.js'
import * as customer from '../../packages/core/src/admin/inputs/customer.js'
import * as externalId from '../../packages/core/src/admin/inputs/external-id.js'
import * as license from '../../packages/core/src/admin/inputs/license.js'
import * as property from '../../packages/core/src/admin/inputs/property.js'
import * as token from '../../packages/core/src/admin/inputs/token.js'
import * as webhook from '../../packages/core/src/admin/inputs/webhook.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { table } from '../markdown.js'
import { declarationIn, fieldComments } from './admin-source.js'
import { rowsOfObject } from './field-tables.js'
import { boundsText, typeText } from './types.js'

const folder = 'packages/core/src/admin'
const model = 'packages/core/src/model'

interface InputType {
  readonly schema: TSchema
  /** Source file that declares the type. */
  readonly file: string
}

/** Types of inputs, by name. */
const inputTypes: Readonly<Record<string, InputType>> = {
  CreateLicenseInput: { schema: license.createLicense, file: `${folder}/inputs/license.ts` },
  UpdateLicenseInput: { schema: license.updateLicense, file: `${folder}/inputs/license.ts` },
  ListLicensesInput: { schema: license.listLicenses, file: `${folder}/inputs/license.ts` },
  ExternalIdInput: { schema: externalId.byExternalId, file: `${folder}/inputs/external-id.ts` },
  CreateAgentInput: { schema: agent.createAgent, file: `${folder}/inputs/agent.ts` },
  UpdateAgentInput: { schema: agent.updateAgent, file: `${folder}/inputs/agent.ts` },
  ListAgentsInput: { schema: agent.listAgents, file: `${folder}/inputs/agent.ts` },
  ListDevicesInput: { schema: agent.listDevices, file: `${folder}/inputs/agent.ts` },
  CreateCustomerInput: { schema: customer.createCustomer, file: `${folder}/inputs/customer.ts` },
  GetOrCreateCustomerInput: { schema: customer.getOrCreateCustomer, file: `${folder}/inputs/customer.ts` },
  UpdateCustomerInput: { schema: customer.updateCustomer, file: `${folder}/inputs/customer.ts` },
  ListCustomersInput: { schema: customer.listCustomers, file: `${folder}/inputs/customer.ts` },
  BanCustomerInput: { schema: customer.banCustomer, file: `${folder}/inputs/customer.ts` },
  CreateAppInput: { schema: app.createApp, file: `${folder}/inputs/app.ts` },
  UpdateAppInput: { schema: app.updateApp, file: `${folder}/inputs/app.ts` },
  ListAppsInput: { schema: app.listApps, file: `${folder}/inputs/app.ts` },
  CreateAgentTokenInput: { schema: token.createAgentToken, file: `${folder}/inputs/token.ts` },
  CreateCustomerTokenInput: { schema: token.createCustomerToken, file: `${folder}/inputs/token.ts` },
  ListTokensInput: { schema: token.listTokens, file: `${folder}/inputs/token.ts` },
  CreatePropertyInput: { schema: property.createProperty, file: `${folder}/inputs/property.ts` },
  UpdatePropertyInput: { schema: property.updateProperty, file: `${folder}/inputs/property.ts` },
  ListPropertiesInput: { schema: property.listProperties, file: `${folder}/inputs/property.ts` },
  CreateWebhookInput: { schema: webhook.createWebhook, file: `${folder}/inputs/webhook.ts` },
  UpdateWebhookInput: { schema: webhook.updateWebhook, file: `${folder}/inputs/webhook.ts` },
  ListWebhooksInput: { schema: webhook.listWebhooks, file: `${folder}/inputs/webhook.ts` },
  ListFailedDeliveriesInput: { schema: webhook.listFailedDeliveries, file: `${folder}/inputs/webhook.ts` },
  ListAttemptsInput: { schema: webhook.listAttempts, file: `${folder}/inputs/webhook.ts` },
  PropertyKey: { schema: property.propertyKey, file: `${folder}/entities/property.ts` },
}

/** Types of results and of their parts, each with the file that declares it. */
const resultTypes: Readonly<Record<string, string>> = {
  Page: `${folder}/inputs/page.ts`,
  License: `${folder}/entities/license.ts`,
  Agent: `${folder}/entities/agent.ts`,
  Device: `${folder}/entities/device.ts`,
  Customer: `${folder}/entities/customer.ts`,
  Visitor: `${folder}/entities/customer.ts`,
  VisitedPage: `${folder}/entities/customer.ts`,
  App: `${folder}/entities/app.ts`,
  CreatedApp: `${folder}/entities/app.ts`,
  AgentTokens: `${folder}/entities/token.ts`,
  CustomerToken: `${folder}/entities/token.ts`,
  Token: `${folder}/entities/token.ts`,
  PropertyDefinition: `${folder}/entities/property.ts`,
  PropertyKey: `${folder}/entities/property.ts`,
  PropertyType: `${folder}/entities/property.ts`,
  PropertyLocations: `${folder}/entities/property.ts`,
  PropertyAccess: `${folder}/entities/property.ts`,
  Webhook: `${folder}/entities/webhook.ts`,
  WebhookFilters: `${folder}/entities/webhook.ts`,
  PropertyFilter: `${folder}/entities/webhook.ts`,
  MemberFilter: `${folder}/entities/webhook.ts`,
  FailedDelivery: `${folder}/entities/delivery.ts`,
  DeliveryAttempt: `${folder}/entities/delivery.ts`,
  Permission: `${model}/agent.ts`,
  RoutingStatus: `${model}/agent.ts`,
  Priority: `${model}/agent.ts`,
  GroupMembership: `${model}/agent.ts`,
  DevicePlatform: `${model}/device.ts`,
  Geolocation: `${model}/geolocation.ts`,
  TokenKind: `${model}/token.ts`,
  WebhookVersion: `${model}/webhook.ts`,
}

/** Meanings of the fields that mean the same in every input. */
const usualMeanings: Readonly<Record<string, string>> = {
  licenseId: 'Id of the license.',
  agentId: 'Id of the agent.',
  customerId: 'Id of the customer.',
  clientId: 'Client id of the app.',
  namespace: 'Client id of the app that the property belongs to, or any other name.',
  name: 'The name.',
  email: 'The e-mail address.',
  fields: 'Additional details, as strings by name.',
  pageId: '`nextPageId` of the previous page. Default: the first page.',
  limit: 'Maximum number of items. Default: 1,000.',
  'filters.chatProperties': 'Conditions on properties of the chat, each a `PropertyFilter` as in the result.',
  'filters.threadProperties': 'Conditions on properties of the thread, each a `PropertyFilter`.',
  'filters.eventProperties': 'Conditions on properties of the event, each a `PropertyFilter`.',
  'filters.members': 'Condition on the agents of the chat.',
  'filters.authorType': 'Kind of user that wrote the event.',
  'groups[].id': 'Number of the group.',
  'groups[].priority': 'Whether the agent is assigned chats of the group before or after others.',
}

export function isInputType(type: string): boolean {
  return Object.hasOwn(inputTypes, type)
}

/** Returns the table of an input's fields. Throws for an unknown type, so that new types are added here. */
export function inputTable(type: string): readonly string[] {
  const known = inputTypes[type]
  if (known === undefined) throw new Error(`There is no table for the input ${type}`)
  const meaningOf = fieldComments(known.file, type)
  const fields = rowsOfObject(known.schema)
  const alternatives = fields.filter(({ shape }) => hasAlternatives(shape)).map(({ path }) => `${path}[].`)
  const shown = fields.filter(({ path }) => !alternatives.some((prefix) => path.startsWith(prefix)))
  const rows = shown.map(({ path, shape, isRequired }) => [
    ...[`\`${path}\``, typeOf(path, shape), isRequired ? 'yes' : 'no'],
    ...[
      boundsText(withoutNull(shape), '../options-reference.md'),
      meaningOf(path) ?? usualMeanings[path] ?? '',
    ],
  ])
  const note = type.startsWith('Update') ? ['', 'Fields that are left out do not change.'] : []
  return [...table(['Field', 'Type', 'Required', 'Bounds', 'Meaning'], rows), ...note]
}

/** Returns whether the items of an array have different fields by their `type`. One table cannot show them together. */
function hasAlternatives({ items }: Shape): boolean {
  return (items?.anyOf?.length ?? 0) > 1 && items?.anyOf?.every(({ type }) => type === 'object') === true
}

/** Returns the shape of a value that is not `null`, for a value that may be `null`. */
function withoutNull(shape: Shape): Shape {
  const [only, another] = shape.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return only !== undefined && another === undefined ? only : shape
}

/**
 * Returns the type of a field in words. The JSON schema has no `Date`, and the scopes have a page of
 * their own.
 */
function typeOf(path: string, shape: Shape): string {
  if (path === 'expiresAt') return '`Date` or null'
  return path === 'scopes' ? 'array of [scopes](scopes.md)' : typeText(shape, (name) => name)
}

/** Returns the names of the declared types that `type` names, and of those that their declarations name in turn. */
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
