import type { Target } from './target.js'

export const targets: readonly Target[] = [
  {
    ...{ name: 'parley-sqlite', protocol: 'parley', storage: 'sqlite' },
    load: async () => (await import('./parley-sqlite.js')).startParleySqlite,
  },
  {
    ...{ name: 'floor-sqlite', protocol: 'parley', storage: 'sqlite' },
    load: async () => (await import('./floor/floor-sqlite.js')).startFloorSqlite,
  },
  {
    ...{ name: 'hand-made', protocol: 'socket.io', storage: 'sqlite' },
    load: async () => (await import('./hand-made/hand-made.js')).startHandMade,
  },
  {
    ...{ name: 'parley-postgres', protocol: 'parley', storage: 'postgres' },
    load: async () => (await import('./parley-postgres.js')).startParleyPostgres,
  },
  {
    ...{ name: 'floor-postgres', protocol: 'parley', storage: 'postgres' },
    load: async () => (await import('./floor/floor-postgres.js')).startFloorPostgres,
  },
]

export function findTarget(name: string): Target {
  const target = targets.find((candidate) => candidate.name === name)
  if (target === undefined) {
    throw new Error(`There is no target ${name}; there are ${targets.map((known) => known.name).join(', ')}`)
  }
  return target
}
