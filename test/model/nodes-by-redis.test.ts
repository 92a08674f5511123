import { compareWithMemory } from './compare.js'

compareWithMemory('nodes-by-redis', [{ storage: 'PostgreSQL', way: 'Socket.IO', between: 'Redis' }])
