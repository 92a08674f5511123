import { compareWithMemory } from './compare.js'

compareWithMemory('storages', [
  { storage: 'SQLite', transport: 'web' },
  { storage: 'PostgreSQL', transport: 'rtm' },
])
