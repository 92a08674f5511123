import { comparePair } from './compare.js'

comparePair(0, { storage: 'SQLite', way: 'web' }, { storage: 'PostgreSQL', way: 'rtm' })
