import { memoryFiles } from '@parley/core'
import type { Transport } from '../../support/caller.js'
import { TestEngine } from '../../support/engine.js'
import type { StorageKind } from '../../support/storages.js'
import { playChat, type Versions } from './chat.js'
import type { RecordedPayload } from './recorder.js'

export const newest: Versions = { customer: 'v0.5', agent: 'v0.4' }
/** Pairs of versions that together contain each version of an API. */
const pairs: readonly Versions[] = [
  newest,
  { customer: 'v0.4', agent: 'v0.4' },
  { customer: 'v0.3', agent: 'v0.3' },
]

const geolocation = { country: 'Poland', countryCode: 'PL', region: 'Mazovia', city: 'Warsaw' }

export interface Play {
  readonly transport: Transport
  readonly recorded: readonly RecordedPayload[]
}

type Plays = Promise<readonly Play[]>

const played = new Map<StorageKind, Map<Versions, Plays>>()

/** Plays the same chat over each transport, in one version of each API. Plays it only once per process. */
export function playsOf(storage: StorageKind, versions: Versions): Plays {
  const ofStorage = played.get(storage) ?? new Map<Versions, Plays>()
  played.set(storage, ofStorage)
  const plays = ofStorage.get(versions) ?? play(storage, versions)
  ofStorage.set(versions, plays)
  return plays
}

/** Returns every response and push of these chats, in all versions. */
export async function recordingOf(storage: StorageKind): Promise<readonly RecordedPayload[]> {
  const recorded: RecordedPayload[] = []
  for (const versions of pairs) {
    for (const one of await playsOf(storage, versions)) recorded.push(...one.recorded)
  }
  return recorded
}

async function play(storage: StorageKind, versions: Versions): Plays {
  const engine = await TestEngine.start(storage, {
    rtm: { messagesPerSecond: 500 },
    files: memoryFiles(),
    geolocate: async () => geolocation,
  })
  try {
    const plays: Play[] = []
    for (const transport of ['web', 'rtm'] as const) {
      plays.push({ transport, recorded: await playChat(await engine.world(), transport, versions) })
    }
    return plays
  } finally {
    await engine.stop()
  }
}
