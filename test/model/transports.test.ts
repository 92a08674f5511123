import { compareWithMemory } from './compare.js'

compareWithMemory('transports', [
  { storage: 'memory', way: 'in process' },
  { storage: 'SQLite', way: 'Socket.IO' },
])
