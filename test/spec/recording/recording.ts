import { memoryFiles } from '@parley/core'
import type { Transport } from '../../support/caller.js'
import { TestEngine } from '../../support/engine.js'
import type { StorageKind } from '../../support/storages.js'
import { playChat, type Versions } from './chat.js'
import type { Recorded } from './recorder.js'

/** Each version of an API is in one of them. */
const pairs: readonly Versions[] = [
  { customer: 'v0.5', agent: 'v0.4' },
  { customer: 'v0.4', agent: 'v0.4' },
  { customer: 'v0.3', agent: 'v0.3' },
]

export interface Play {
  readonly transport: Transport
  readonly versions: Versions
  readonly recorded: readonly Recorded[]
}

const plays = new Map<StorageKind, Promise<readonly Play[]>>()

/** The same chat in all versions, over both transports; played once. */
export function playsOf(storage: StorageKind): Promise<readonly Play[]> {
  const played = plays.get(storage) ?? playAll(storage)
  plays.set(storage, played)
  return played
}

/** Every answer and every push in them. */
export async function recordingOf(storage: StorageKind): Promise<readonly Recorded[]> {
  return (await playsOf(storage)).flatMap(({ recorded }) => recorded)
}

async function playAll(storage: StorageKind): Promise<readonly Play[]> {
  const engine = await TestEngine.start(storage, {
    rtm: { messageBurstCount: 1_000 },
    files: memoryFiles(),
  })
  try {
    const played: Play[] = []
    for (const versions of pairs) {
      for (const transport of ['web', 'rtm'] as const) {
        const recorded = await playChat(await engine.world(), transport, versions)
        played.push({ transport, versions, recorded })
      }
    }
    return played
  } finally {
    await engine.stop()
  }
}
