import { byProfile } from '../support/profile.js'
import type { Arena } from './arena.js'

/** Goes on until the arena's end. Rejects only where the attack itself is wrong. */
export type Attack = (arena: Arena) => Promise<void>

/** What of the license is as large as it can get before the attack begins. Default: nothing. */
export type Estate = 'many chats' | 'long thread' | 'many threads' | 'rich message'

export interface Kind {
  readonly estate?: Estate
  readonly attack: Attack
}

/** By name, without a comma. */
export type Kinds = Readonly<Record<string, Kind>>

export interface NamedKind extends Kind {
  readonly name: string
}

/** All of them side by side. */
export function together(...attacks: readonly Attack[]): Attack {
  return async (arena) => {
    await Promise.all(attacks.map((attack) => attack(arena)))
  }
}

/** A smoke test of an attack needs a part of the connections. */
const connectionsShare = byProfile({ quick: 1 / 8, full: 1, nightly: 1 })

/** The same attack `count` times at once. The quick profile plays an eighth of them. */
export function times(count: number, attack: Attack): Attack {
  return together(...Array.from({ length: Math.ceil(count * connectionsShare) }, () => attack))
}
