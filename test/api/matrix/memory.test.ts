import { apiOnStorage } from './dimensions.js'

await apiOnStorage('memory')
