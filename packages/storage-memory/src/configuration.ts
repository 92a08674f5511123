import type {
  AutoChatScopes,
  ConfigurationReads,
  ConfigurationUsage,
  ConfigurationWrites,
  ConfiguredRule,
  LicenseConfiguration,
  NamedProperty,
} from '@parley/core/storage'
import { sorted } from './order.js'
import type { BotRow } from './rows.js'
import type { Run, Tables } from './tables.js'

export const configurationReads = (run: Run): ConfigurationReads => ({
  get: (licenseId) => run((tables) => configurationOf(tables, licenseId)),
  listProperties: (licenseId) => run((tables) => configurationOf(tables, licenseId)?.properties ?? []),
  getUsage: (licenseId) => run((tables) => usageOf(tables, licenseId)),
})

export const configurationWrites = (run: Run): ConfigurationWrites => ({
  lock: (licenseId) => run(({ licenses }) => licenses.get(`${licenseId}`) !== undefined),
  advance: (licenseId) => run((tables) => changeConfiguration(tables, licenseId, {})),
  putProperties: (licenseId, put) =>
    run((tables) => {
      const others = (configurationOf(tables, licenseId)?.properties ?? []).filter(
        (one) => !put.some((other) => isSame(one, other)),
      )
      return changeConfiguration(tables, licenseId, { properties: byName([...others, ...put]) })
    }),
  removeProperty: (licenseId, namespace, name) =>
    run((tables) => {
      const before = configurationOf(tables, licenseId)?.properties ?? []
      const properties = before.filter((one) => !isSame(one, { namespace, name }))
      const isThere = before.length !== properties.length
      return isThere ? changeConfiguration(tables, licenseId, { properties }) : undefined
    }),
  addAutoChatScopes: (licenseId, added) =>
    run((tables) => {
      const autoChatScopes = [...autoScopesOf(tables, licenseId), added]
      return changeConfiguration(tables, licenseId, {
        autoChatScopes: sorted(autoChatScopes, ({ id }) => [0, id]),
      })
    }),
  removeAutoChatScopes: (licenseId, id) =>
    run((tables) => {
      const before = autoScopesOf(tables, licenseId)
      const autoChatScopes = before.filter((one) => one.id !== id)
      return autoChatScopes.length === before.length
        ? undefined
        : changeConfiguration(tables, licenseId, { autoChatScopes })
    }),
  ...configurationReads(run),
})

const nothing: Omit<LicenseConfiguration, 'webhooks'> = { revision: 0, properties: [], autoChatScopes: [] }

function configurationOf(tables: Tables, licenseId: number): LicenseConfiguration | undefined {
  const key = `${licenseId}`
  if (tables.licenses.get(key) === undefined) return undefined
  const configured = tables.configurations.get(key) ?? nothing
  return Object.assign({}, configured, { webhooks: rulesOf(tables, licenseId) })
}

function rulesOf(tables: Tables, licenseId: number): readonly ConfiguredRule[] {
  const ofWebhooks = tables.webhooks
    .rows((webhook) => webhook.licenseId === licenseId && webhook.disabledAt === null)
    .map(({ id: webhookId, version, action, filters, additionalData }) => {
      return { webhookId, version, botId: null, action, filters, additionalData }
    })
  const ofBots = tables.agents
    .rows((agent) => agent.licenseId === licenseId)
    .flatMap(({ id }) => rulesOfBot(id, tables.bots.get(id)))
  return sorted<ConfiguredRule>([...ofWebhooks, ...ofBots], ({ webhookId }) => [0, webhookId])
}

function rulesOfBot(id: string, bot: BotRow | undefined): readonly ConfiguredRule[] {
  if (!bot?.webhooks || bot.isRemoved || bot.disabledAt !== null) return []
  const { version, actions } = bot.webhooks
  return actions.map((rule) => Object.assign({ webhookId: id, version, botId: id }, rule))
}

function usageOf(tables: Tables, licenseId: number): ConfigurationUsage {
  const { properties = [], autoChatScopes = [] } = configurationOf(tables, licenseId) ?? {}
  const webhooks = tables.webhooks.rows((webhook) => webhook.licenseId === licenseId)
  const bots = tables.agents
    .rows((agent) => agent.licenseId === licenseId)
    .flatMap(({ id }) => tables.bots.get(id)?.webhooks ?? [])
  const all = [...properties.map(({ definition }) => definition), ...autoChatScopes, ...webhooks, ...bots]
  const bytes = all.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), 0)
  return { bytes, autoChatScopesCount: autoChatScopes.length }
}

type PropertyName = Pick<NamedProperty, 'namespace' | 'name'>

function isSame(one: PropertyName, other: PropertyName): boolean {
  return one.namespace === other.namespace && one.name === other.name
}

function autoScopesOf(tables: Tables, licenseId: number): readonly AutoChatScopes[] {
  return configurationOf(tables, licenseId)?.autoChatScopes ?? []
}

function byName(properties: readonly NamedProperty[]): readonly NamedProperty[] {
  const named = sorted(properties, ({ name }) => [0, name])
  return sorted(named, ({ namespace }) => [0, namespace])
}

/** Changes the configuration of a license and returns its new revision. */
export function changeConfiguration(
  tables: Tables,
  licenseId: number,
  changes: Partial<Omit<LicenseConfiguration, 'webhooks'>>,
): number {
  const key = `${licenseId}`
  if (tables.licenses.get(key) === undefined) throw new TypeError(`there is no license ${licenseId}`)
  const before = tables.configurations.get(key) ?? nothing
  const revision = before.revision + 1
  tables.configurations.put(key, Object.assign({}, before, changes, { revision }))
  return revision
}
