import { comparePair } from './compare.js'

comparePair(3, { storage: 'SQLite', way: 'in process' }, { storage: 'SQLite', way: 'rtm' })
