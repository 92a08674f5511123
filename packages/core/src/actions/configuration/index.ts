export { createProperties } from './create-properties.js'
export { getPropertyConfigs } from './get-property-configs.js'
