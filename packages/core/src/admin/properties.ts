import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { checkConfigurationSize } from '../configuration/limits.js'
import { pageIds } from '../domain/page-ids.js'
import {
  checkDefinable,
  checkDefinition,
  checkPropertyName,
  requireOwnNamespace,
} from '../domain/property-definitions.js'
import { invalid, invalidField } from '../errors.js'
import type { NamedProperty } from '../model/property.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkInput } from './check-input.js'
import {
  type PropertyDefinition,
  type PropertyKey,
  toPropertyDefinition,
  toStoredDefinition,
} from './entities/property.js'
import type { Page } from './inputs/page.js'
import {
  type CreatePropertyInput,
  createProperty,
  type ListPropertiesInput,
  listProperties,
  propertyKey,
  type UpdatePropertyInput,
  updateProperty,
} from './inputs/property.js'
import { compareTexts, mapPage, readPage } from './pages.js'

const pages = pageIds('properties', ['text', 'text'])

/**
 * Manages the definitions of properties (spec configuration.md "Properties"), in every namespace except the one that
 * every license has. A change applies immediately on this node, and within a second on others.
 */
export class PropertyAdmin {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #settings: Settings

  constructor(dependencies: { read: StorageReads; changes: Changes; clock: Clock; settings: Settings }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#settings = dependencies.settings
  }

  /** Defines a property. `validation` when the license already has it: `createOrReplace` replaces it then. */
  async create(input: CreatePropertyInput): Promise<PropertyDefinition> {
    const property = this.#propertyOf(input)
    return this.#put(input.licenseId, (present) => {
      if (findIn(present, property) !== undefined)
        throw invalid(
          { path: 'input.name', rule: 'already_exists' },
          'the property exists: createOrReplace replaces its definition',
        )
      return property
    })
  }

  /**
   * Defines a property, or replaces its definition. `validation` when the type differs from the present one (decisions
   * §8.3).
   */
  async createOrReplace(input: CreatePropertyInput): Promise<PropertyDefinition> {
    const property = this.#propertyOf(input)
    return this.#put(input.licenseId, () => property)
  }

  /** Returns the definition, or `undefined`. */
  async get(key: PropertyKey): Promise<PropertyDefinition | undefined> {
    checkInput(propertyKey, key, this.#settings.limits)
    const found = findIn(await this.#read.configuration.listProperties(key.licenseId), key)
    return found && toPropertyDefinition(key.licenseId, found)
  }

  /** Lists the definitions of a license by ascending namespace, then name, without those that every license has. */
  async list(input: ListPropertiesInput): Promise<Page<PropertyDefinition>> {
    checkInput(listProperties, input, this.#settings.limits)
    const { licenseId } = input
    const page = await readPage(input, {
      pageIds: pages,
      keyOf: ({ namespace, name }: NamedProperty) => [namespace, name],
      read: async (_, after) => {
        const all = (await this.#read.configuration.listProperties(licenseId)).toSorted(compareNames)
        if (after === undefined) return all
        const [namespace, name] = after
        return all.filter((property) => compareNames(property, { namespace, name }) > 0)
      },
    })
    return mapPage(page, (property) => toPropertyDefinition(licenseId, property))
  }

  /** Changes a definition. Its type stays. `validation` for a property that the license does not have. */
  async update(key: PropertyKey, input: UpdatePropertyInput): Promise<PropertyDefinition> {
    checkInput(propertyKey, key, this.#settings.limits)
    checkInput(updateProperty, input, this.#settings.limits)
    return this.#put(key.licenseId, (present) => {
      const before = findIn(present, key)
      if (before === undefined)
        throw invalidField({ path: 'key', rule: 'not_found' }, 'does not match any property of the license')
      const { namespace, name, type, ...shown } = toPropertyDefinition(key.licenseId, before)
      const { description, locations, domain, range } = input
      const definition = toStoredDefinition({
        type,
        description: description === undefined ? shown.description : description,
        locations: locations ?? shown.locations,
        domain: domain === undefined ? shown.domain : domain,
        range: range === undefined ? shown.range : range,
      })
      checkDefinition(definition, 'input', this.#settings.limits)
      return { namespace, name, definition }
    })
  }

  /**
   * Deletes a definition. Stored values stay, and are shown to no one. `validation` for a property that the license
   * does not have.
   */
  async delete(key: PropertyKey): Promise<void> {
    checkInput(propertyKey, key, this.#settings.limits)
    const { licenseId, namespace, name } = key
    await this.#change(licenseId, async (tx) => {
      const revision = await tx.configuration.removeProperty(licenseId, namespace, name)
      if (revision === undefined)
        throw invalidField({ path: 'key', rule: 'not_found' }, 'does not match any property of the license')
      return { response: undefined, revision }
    })
  }

  #propertyOf(input: CreatePropertyInput): NamedProperty {
    checkInput(createProperty, input, this.#settings.limits)
    const { namespace, name, type, locations, description = null, domain = null, range = null } = input
    const definition = toStoredDefinition({ type, locations, description, domain, range })
    requireOwnNamespace(namespace, 'input.namespace')
    checkPropertyName(namespace, 'input.namespace')
    checkPropertyName(name, 'input.name')
    checkDefinition(definition, 'input', this.#settings.limits)
    return { namespace, name, definition }
  }

  #put(
    licenseId: number,
    propertyFrom: (present: readonly NamedProperty[]) => NamedProperty,
  ): Promise<PropertyDefinition> {
    const { limits } = this.#settings
    return this.#change(licenseId, async (tx) => {
      const present = await tx.configuration.listProperties(licenseId)
      const property = propertyFrom(present)
      checkDefinable(present, [property], limits, () => 'input', 'input')
      const revision = await tx.configuration.putProperties(licenseId, [property])
      await checkConfigurationSize(tx, licenseId, limits, 'input')
      return { response: toPropertyDefinition(licenseId, property), revision }
    })
  }

  #change<Response>(
    licenseId: number,
    change: (tx: StorageTransaction) => Promise<{ readonly response: Response; readonly revision: number }>,
  ): Promise<Response> {
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      if (!(await tx.configuration.lock(licenseId)))
        throw invalidField({ path: 'licenseId', rule: 'not_found' }, 'does not match any license')
      const { response, revision } = await change(tx)
      return { response, facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  }
}

type Names = Pick<PropertyKey, 'namespace' | 'name'>

function compareNames(left: Names, right: Names): number {
  return compareTexts(left.namespace, right.namespace) || compareTexts(left.name, right.name)
}

function findIn(properties: readonly NamedProperty[], { namespace, name }: Names): NamedProperty | undefined {
  return properties.find((one) => one.namespace === namespace && one.name === name)
}
