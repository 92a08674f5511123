import { checkConfigurationSize } from '../configuration/limits.js'
import * as configurationContract from '../contract/configuration-actions.js'
import type { RequestOf } from '../contract/define.js'
import { handle } from '../dispatch/handle.js'
import { holdsAny } from '../domain/access.js'
import { checkDefinable, checkDefinition, checkPropertyName } from '../domain/property-definitions.js'
import { invalidField, ParleyError } from '../errors.js'
import type { NamedProperty, PropertyDefinition } from '../model/property.js'
import { propertyConfigsView } from '../views/property-configs.js'
import { callingApp } from './calling-app.js'

type Given = RequestOf<typeof configurationContract.createProperties>[string]

export const createProperties = handle(configurationContract.createProperties, (context, request) => {
  const { licenseId } = context.principal
  const { limits } = context.settings
  const namespace = callingApp(context)
  const added = Object.entries(request).map(([name, given]): NamedProperty => {
    checkPropertyName(name, 'payload', 'the name of a property in payload')
    const definition = toDefinition(given)
    checkDefinition(definition, `payload.${name}`, limits)
    return { namespace, name, definition }
  })
  if (added.length === 0)
    throw invalidField({ path: 'payload', rule: 'empty' }, 'must name at least one property')
  context.takeRate('configurations')
  return context.commit([], async ({ tx }) => {
    if (!(await tx.configuration.lock(licenseId))) throw new ParleyError('license_not_found')
    const present = await tx.configuration.listProperties(licenseId)
    checkDefinable(present, added, limits, ({ name }) => `payload.${name}`)
    const revision = await tx.configuration.putProperties(licenseId, added)
    await checkConfigurationSize(tx, licenseId, limits)
    return { response: {}, facts: [{ name: 'configuration_updated', licenseId, revision }] }
  })
})

/** Returns the definition with only the fields that were given, because it is stored as it is. */
function toDefinition({ type, description, locations, domain, range }: Given): PropertyDefinition {
  return {
    type,
    ...(description !== undefined && { description }),
    locations: {
      ...(locations.chat && { chat: locations.chat.access }),
      ...(locations.thread && { thread: locations.thread.access }),
      ...(locations.event && { event: locations.event.access }),
    },
    ...(domain !== undefined && { domain }),
    ...(range !== undefined && { range: toRange(range) }),
  }
}

function toRange({ from, to }: NonNullable<Given['range']>): NonNullable<PropertyDefinition['range']> {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

const ofAll = ['properties--all:read'] as const

export const getPropertyConfigs = handle(
  configurationContract.getPropertyConfigs,
  async (context, { all = false }) => {
    if (all && !holdsAny(context.principal, ofAll)) {
      throw new ParleyError('authorization', { detail: `all needs the scope ${ofAll.join()}` })
    }
    const own = all ? undefined : callingApp(context)
    const { catalog } = context.eventRules
    const shown = [...catalog].filter(([namespace]) => own === undefined || namespace === own)
    const count = shown.reduce((sum, [, { size }]) => sum + size, 0)
    await context.reserveResponse(count * context.settings.limits.propertyDefinitionBytes)
    return propertyConfigsView(shown)
  },
)
