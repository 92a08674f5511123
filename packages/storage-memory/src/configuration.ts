import type {
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
  putProperty: (licenseId, property) =>
    run((tables) => {
      const others = propertiesBut(tables, licenseId, property.namespace, property.name)
      return putProperties(tables, licenseId, [...others, property])
    }),
  removeProperty: (licenseId, namespace, name) =>
    run((tables) => {
      const others = propertiesBut(tables, licenseId, namespace, name)
      const isThere = configurationOf(tables, licenseId)?.properties.length !== others.length
      return isThere ? putProperties(tables, licenseId, others) : undefined
    }),
  ...configurationReads(run),
})

function configurationOf(tables: Tables, licenseId: number): LicenseConfiguration | undefined {
  const key = `${licenseId}`
  return tables.licenses.get(key) && (tables.configurations.get(key) ?? { revision: 0, properties: [] })
}

function propertiesBut(tables: Tables, licenseId: number, namespace: string, name: string) {
  const properties = configurationOf(tables, licenseId)?.properties ?? []
  return properties.filter((one) => one.namespace !== namespace || one.name !== name)
}

function putProperties(tables: Tables, licenseId: number, properties: readonly NamedProperty[]): number {
  const before = configurationOf(tables, licenseId)
  if (before === undefined) throw new TypeError(`there is no license ${licenseId}`)
  const byName = sorted(properties, ({ name }) => [0, name])
  const revision = before.revision + 1
  tables.configurations.put(`${licenseId}`, {
    revision,
    properties: sorted(byName, ({ namespace }) => [0, namespace]),
  })
  return revision
}
