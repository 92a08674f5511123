import { compareWithMemory } from './compare.js'

compareWithMemory('nodes-by-postgres', [{ storage: 'PostgreSQL', way: 'web', between: 'PostgreSQL' }])
