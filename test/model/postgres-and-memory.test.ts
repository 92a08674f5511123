import { comparePair } from './compare.js'

comparePair(2, { storage: 'PostgreSQL', way: 'web' }, { storage: 'memory', way: 'in process' })
