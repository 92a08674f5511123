const variables = {
  wire: 'PARLEY_TEST_WIRE',
  storage: 'PARLEY_TEST_STORAGE',
  nodes: 'PARLEY_TEST_NODES',
} as const

/** What the tests of a whole process run against, where that is not the default. */
export interface Chosen {
  /** What clients connect by: `socket.io 2 upgrade`. Default: a websocket. */
  readonly wire?: string
  /** `memory`, `SQLite` or `PostgreSQL`. Default: SQLite and PostgreSQL. */
  readonly storage?: string
  /** What lies between three nodes, over which requests are spread: `Redis` or `PostgreSQL`. Default: there is one node. */
  readonly nodes?: string
}

type Dimension = keyof Chosen

/** To be called before anything that starts an engine, or connects to one, is imported. */
export function choose({ wire, storage, nodes }: Chosen): void {
  for (const [dimension, value] of Object.entries({ wire, storage, nodes })) {
    if (value !== undefined && isDimension(dimension)) process.env[variables[dimension]] = value
  }
}

export function chosen(dimension: Dimension): string | undefined {
  return process.env[variables[dimension]]
}

function isDimension(name: string): name is Dimension {
  return name in variables
}
