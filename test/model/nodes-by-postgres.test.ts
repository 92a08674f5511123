import { compareWithMemory } from './compare.js'

compareWithMemory('nodes-by-postgres', [{ storage: 'PostgreSQL', transport: 'web', busKind: 'PostgreSQL' }])
