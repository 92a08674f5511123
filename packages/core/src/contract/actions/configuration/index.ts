export { createProperties, getPropertyConfigs } from './properties.js'
