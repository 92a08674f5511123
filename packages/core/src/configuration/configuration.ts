import type { EventRules } from '../domain/events.js'
import { builtInProperties, type PropertyCatalog } from '../domain/properties.js'
import type { LicenseConfiguration, PropertyDefinition } from '../ports/stores/configuration.js'

/** Limits on what is written, which are the same for every license. */
export type WrittenLimits = Omit<EventRules, 'catalog'>

/** All that a license has configured, as one value (docs/architecture.md). */
export interface Configuration {
  /** 0: nothing was ever configured. */
  readonly revision: number
  readonly catalog: PropertyCatalog
  /** What events and properties are held against. */
  readonly rules: EventRules
}

export function toConfiguration(
  { revision, properties }: LicenseConfiguration,
  limits: WrittenLimits,
): Configuration {
  const catalog = catalogOf(properties)
  return { revision, catalog, rules: Object.assign({ catalog }, limits) }
}

/** What every license has, and what this one has defined. */
function catalogOf(properties: LicenseConfiguration['properties']): PropertyCatalog {
  if (properties.length === 0) return builtInProperties
  const catalog = new Map<string, Map<string, PropertyDefinition>>()
  for (const { namespace, name, definition } of properties) {
    catalog.set(namespace, (catalog.get(namespace) ?? new Map()).set(name, definition))
  }
  return new Map([...catalog, ...builtInProperties])
}
