import { compareWithMemory } from './compare.js'

compareWithMemory('storages', [
  { storage: 'SQLite', way: 'web' },
  { storage: 'PostgreSQL', way: 'rtm' },
])
