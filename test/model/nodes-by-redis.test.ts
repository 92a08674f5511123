import { compareWithMemory } from './compare.js'

compareWithMemory('nodes-by-redis', [{ storage: 'PostgreSQL', transport: 'Socket.IO', busKind: 'Redis' }])
