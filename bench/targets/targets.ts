import type { Target } from './target.js'

const parleyMessages = { file: 'parley.db', table: 'events' }
const floorMessages = { file: 'floor.db', table: 'events' }

export const targets: readonly Target[] = [
  {
    name: 'parley-sqlite',
    protocol: 'parley',
    storage: 'sqlite',
    messages: parleyMessages,
    load: async () => (await import('./parley-sqlite.js')).parleySqlite,
  },
  {
    name: 'parley-socket-io',
    protocol: 'parley-socket.io',
    storage: 'sqlite',
    messages: parleyMessages,
    load: async () => (await import('./parley-sqlite.js')).parleySqliteWithSocketIo,
  },
  {
    name: 'floor-sqlite',
    protocol: 'parley',
    storage: 'sqlite',
    messages: floorMessages,
    load: async () => (await import('./floor/floor-sqlite.js')).floorSqlite,
  },
  {
    name: 'hand-made',
    protocol: 'socket.io',
    storage: 'sqlite',
    messages: { file: 'hand-made.db', table: 'messages' },
    load: async () => (await import('./hand-made/hand-made.js')).handMade,
  },
  {
    name: 'parley-postgres',
    protocol: 'parley',
    storage: 'postgres',
    messages: parleyMessages,
    load: async () => (await import('./parley-postgres.js')).parleyPostgres,
  },
  {
    name: 'nodes-postgres',
    protocol: 'parley',
    storage: 'postgres',
    messages: parleyMessages,
    load: async () => (await import('./parley-nodes.js')).parleyNodesOnPostgres,
  },
  {
    name: 'nodes-redis',
    protocol: 'parley',
    storage: 'postgres',
    usesRedis: true,
    messages: parleyMessages,
    load: async () => (await import('./parley-nodes.js')).parleyNodesOnRedis,
  },
  {
    name: 'floor-postgres',
    protocol: 'parley',
    storage: 'postgres',
    messages: floorMessages,
    load: async () => (await import('./floor/floor-postgres.js')).floorPostgres,
  },
]

export function findTarget(name: string): Target {
  const target = targets.find((candidate) => candidate.name === name)
  if (target === undefined) {
    throw new Error(`There is no target ${name}; there are ${targets.map((known) => known.name).join(', ')}`)
  }
  return target
}
