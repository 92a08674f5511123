import type {
  AutoChatScopes,
  ConfigurationReads,
  ConfigurationWrites,
  LicenseConfiguration,
  NamedProperty,
} from '@parley/core/ports'
import { sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const configurationReads = (run: Run): ConfigurationReads => ({
  get: (licenseId) => run((tables) => configurationOf(tables, licenseId)),
})

export const configurationWrites = (run: Run): ConfigurationWrites => ({
  lock: (licenseId) => run((tables) => configurationOf(tables, licenseId)),
  putProperties: (licenseId, put) =>
    run((tables) => {
      const others = (configurationOf(tables, licenseId)?.properties ?? []).filter(
        (one) => !put.some((other) => isSame(one, other)),
      )
      return change(tables, licenseId, { properties: byName([...others, ...put]) })
    }),
  removeProperty: (licenseId, namespace, name) =>
    run((tables) => {
      const before = configurationOf(tables, licenseId)?.properties ?? []
      const properties = before.filter((one) => !isSame(one, { namespace, name }))
      const isThere = before.length !== properties.length
      return isThere ? change(tables, licenseId, { properties }) : undefined
    }),
  addAutoChatScopes: (licenseId, added) =>
    run((tables) => {
      const autoChatScopes = [...autoScopesOf(tables, licenseId), added]
      return change(tables, licenseId, { autoChatScopes: sorted(autoChatScopes, ({ id }) => [0, id]) })
    }),
  removeAutoChatScopes: (licenseId, id) =>
    run((tables) => {
      const before = autoScopesOf(tables, licenseId)
      const autoChatScopes = before.filter((one) => one.id !== id)
      return autoChatScopes.length === before.length
        ? undefined
        : change(tables, licenseId, { autoChatScopes })
    }),
  ...configurationReads(run),
})

const nothing: LicenseConfiguration = { revision: 0, properties: [], autoChatScopes: [] }

function configurationOf(tables: Tables, licenseId: number): LicenseConfiguration | undefined {
  const key = `${licenseId}`
  return tables.licenses.get(key) && (tables.configurations.get(key) ?? nothing)
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

/** The revision after it. */
function change(tables: Tables, licenseId: number, changes: Partial<LicenseConfiguration>): number {
  const before = configurationOf(tables, licenseId)
  if (before === undefined) throw new TypeError(`there is no license ${licenseId}`)
  const revision = before.revision + 1
  tables.configurations.put(`${licenseId}`, Object.assign({}, before, changes, { revision }))
  return revision
}
