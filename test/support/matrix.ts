import { describe } from 'node:test'
import type { Transport } from './caller.js'
import { currentCell } from './cells.js'

/** Registers the suite for each version and transport of the cell. The results must be the same. */
export function forEachTransport(
  api: 'customer' | 'agent',
  suite: (transport: Transport, version: string) => void,
): void {
  const { versions, transports } = currentCell()
  for (const version of versions[api]) {
    for (const transport of transports) {
      describe(`${api} ${version} over ${transport}`, () => suite(transport, version))
    }
  }
}
