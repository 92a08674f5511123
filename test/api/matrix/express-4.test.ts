import { apiInHost } from './dimensions.js'

await apiInHost('Express 4')
