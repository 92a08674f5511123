import { describe } from 'node:test'
import type { Transport } from './caller.js'
import { agentVersions, customerVersions } from './world.js'

/** Registers the suite for each version of the API on each transport: the results must not differ. */
export function forEachTransport(
  api: 'customer' | 'agent',
  suite: (transport: Transport, version: string) => void,
): void {
  for (const version of api === 'customer' ? customerVersions : agentVersions) {
    for (const transport of ['web', 'rtm'] as const) {
      describe(`${api} ${version} over ${transport}`, () => suite(transport, version))
    }
  }
}
