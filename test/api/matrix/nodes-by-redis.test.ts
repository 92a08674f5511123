import { apiOnNodes } from './dimensions.js'

await apiOnNodes('Redis', 'SQLite')
