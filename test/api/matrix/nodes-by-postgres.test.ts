import { apiOnNodes } from './dimensions.js'

await apiOnNodes('PostgreSQL', 'PostgreSQL')
