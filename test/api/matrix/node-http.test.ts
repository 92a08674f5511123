import { apiInHost } from './dimensions.js'

await apiInHost('node:http')
