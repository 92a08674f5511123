const variables = {
  wire: 'PARLEY_TEST_WIRE',
  storage: 'PARLEY_TEST_STORAGE',
  nodes: 'PARLEY_TEST_NODES',
} as const

/** The dimensions that all tests of a process run with, where they differ from the default. */
export interface Chosen {
  /** The wire that clients connect by, for example `socket.io 2 upgrade`. Default: a websocket. */
  readonly wire?: string
  /** The storage: `memory`, `SQLite` or `PostgreSQL`. Default: SQLite and PostgreSQL. */
  readonly storage?: string
  /**
   * The bus between three nodes, over which requests are spread: `Redis` or `PostgreSQL`. Default: there is one node.
   */
  readonly nodes?: string
}

type Dimension = keyof Chosen

/** Chooses the dimensions. Must be called before any import that starts an engine or connects to one. */
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
