import { compareWithMemory } from './compare.js'

compareWithMemory('transports', [
  { storage: 'memory', transport: 'in process' },
  { storage: 'SQLite', transport: 'Socket.IO' },
])
