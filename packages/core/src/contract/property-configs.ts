import { Type } from 'typebox'
import { defineAction } from './define.js'
import { documented } from './limits.js'
import { nothing } from './objects/nothing.js'
import { propertyConfig, propertyConfigRequest } from './objects/property-configs.js'
import { mapOf } from './record.js'
import { refusingWrapped } from './refused.js'

/** Common fields of actions of the newer variant. The older variant has no properties (decisions §8.1). */
const newer = {
  api: 'configuration',
  spec: 'configuration.md "Properties"',
  versions: ['v0.4', 'v0.5'],
  transports: ['web'],
} as const

const allMeaning =
  'Whether to list the properties of every namespace. Requires the scope `properties--all:read`.'

export const createProperties = defineAction({
  ...newer,
  name: 'properties/create_properties',
  summary:
    'Creates or updates properties in the namespace of the calling app, either all or none. The type of an existing property cannot change.',
  scopes: ['properties--my:write'],
  request: mapOf(
    propertyConfigRequest,
    documented({ minProperties: 1, propertyNames: { minLength: 1, maxLength: 256 } }),
  ),
  response: nothing,
})

export const getPropertyConfigs = defineAction({
  ...newer,
  name: 'properties/get_property_configs',
  summary: 'Lists the properties of the calling app, or of the whole license, grouped by namespace and name.',
  scopes: ['properties--my:read', 'properties--all:read'],
  request: refusingWrapped(
    Type.Object({ all: Type.Optional(Type.Boolean({ default: false, description: allMeaning })) }),
  ),
  response: mapOf(mapOf(propertyConfig)),
})
