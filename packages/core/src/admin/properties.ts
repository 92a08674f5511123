import { type Static, Type } from 'typebox'
import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { checkConfigurationSize } from '../configuration/limits.js'
import { boundedString } from '../contract/limits.js'
import {
  checkDefinable,
  checkDefinition,
  checkPropertyName,
  requireOwnNamespace,
} from '../domain/property-definitions.js'
import { invalid } from '../errors.js'
import type { NamedProperty } from '../model/property.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'

const closed = { additionalProperties: false } as const
const access = Type.Object({ read: Type.Boolean(), write: Type.Boolean() }, closed)
const users = Type.Object({ agent: Type.Optional(access), customer: Type.Optional(access) }, closed)
const int32 = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
const value = Type.Union([int32, boundedString('propertyValueLength'), Type.Boolean()])
const name = boundedString('idLength', 1)

const property = { licenseId: Type.Integer({ minimum: 1 }), namespace: name, name }

const newProperty = Type.Object(
  {
    ...property,
    type: Type.Union([
      Type.Literal('int'),
      Type.Literal('string'),
      Type.Literal('bool'),
      Type.Literal('tokenized_string'),
    ]),
    description: Type.Optional(boundedString('nameLength')),
    /** Where it can be set, and by whom it can be read and written there. */
    locations: Type.Object(
      { chat: Type.Optional(users), thread: Type.Optional(users), event: Type.Optional(users) },
      closed,
    ),
    domain: Type.Optional(Type.Array(value, { minItems: 1, maxItems: 100 })),
    /** Of an `int`: both ends included. */
    range: Type.Optional(Type.Object({ from: Type.Optional(int32), to: Type.Optional(int32) }, closed)),
  },
  closed,
)
const propertyName = Type.Object(property, closed)

export const propertySchemas = { newProperty, propertyName } as const

export type NewPropertyOptions = Static<typeof newProperty>
export type PropertyName = Static<typeof propertyName>

/** Definitions of properties (spec configuration.md "Properties"), by the host and in any namespace but the built-in. */
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

  /**
   * Defines a property, or replaces its definition; its type stays (decisions §8.3). The definition applies immediately on this node,
   * and within a second on others.
   */
  async define(options: NewPropertyOptions): Promise<NamedProperty> {
    checkOptions(newProperty, options, this.#settings.limits)
    const { licenseId, namespace, name, ...definition } = options
    const property: NamedProperty = { namespace, name, definition }
    const { limits } = this.#settings
    requireOwnNamespace(namespace, 'options.namespace')
    checkPropertyName(namespace, 'options.namespace')
    checkPropertyName(name, 'options.name')
    checkDefinition(definition, 'options', limits)
    await this.#change(licenseId, async (tx) => {
      checkDefinable(await tx.configuration.listProperties(licenseId), [property], limits, () => 'options')
      const revision = await tx.configuration.putProperties(licenseId, [property])
      await checkConfigurationSize(tx, licenseId, limits)
      return revision
    })
    return property
  }

  /** Lists the properties by ascending namespace, then name, without those that every license has. */
  async list(licenseId: number): Promise<readonly NamedProperty[]> {
    checkArgument('licenseId', licenseId, this.#settings.limits)
    return this.#read.configuration.listProperties(licenseId)
  }

  /** Removes a definition. Stored values stay, and are shown to nobody. */
  async remove(options: PropertyName): Promise<void> {
    checkOptions(propertyName, options, this.#settings.limits)
    const { licenseId, namespace, name } = options
    await this.#change(licenseId, async (tx) => {
      const revision = await tx.configuration.removeProperty(licenseId, namespace, name)
      if (revision === undefined) throw invalid('options name no property of the license')
      return revision
    })
  }

  #change(licenseId: number, change: (tx: StorageTransaction) => Promise<number>): Promise<void> {
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      if (!(await tx.configuration.lock(licenseId))) throw invalid('licenseId names no license')
      const revision = await change(tx)
      return { response: undefined, facts: [{ name: 'configuration_updated', licenseId, revision }] }
    })
  }
}
