import { comparePair } from './compare.js'

comparePair(1, { storage: 'memory', way: 'rtm' }, { storage: 'SQLite', way: 'web' })
