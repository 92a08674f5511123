import { byProfile } from '../support/profile.js'
import type { Arena } from './arena.js'

/** A function that attacks until the arena ends. It rejects only when the attack itself has a bug. */
export type Attack = (arena: Arena) => Promise<void>

/** The data of the license that is made as large as allowed before the attack begins. Default: none. */
export type Estate = 'many chats' | 'long thread' | 'many threads' | 'rich message'

export interface Kind {
  readonly estate?: Estate
  readonly attack: Attack
}

/** Kinds of attack by their names. A name contains no comma. */
export type Kinds = Readonly<Record<string, Kind>>

export interface NamedKind extends Kind {
  readonly name: string
}

/** Combines attacks into one that runs them all at the same time. */
export function together(...attacks: readonly Attack[]): Attack {
  return async (arena) => {
    await Promise.all(attacks.map((attack) => attack(arena)))
  }
}

/** Share of the connections that an attack opens. The quick profile is a smoke test and needs only a part of them. */
const connectionsShare = byProfile({ quick: 1 / 8, full: 1, nightly: 1 })

/**
 * Combines `count` runs of one attack into one that runs them at the same time. The quick profile runs an eighth of
 * them.
 */
export function times(count: number, attack: Attack): Attack {
  return together(...Array.from({ length: Math.ceil(count * connectionsShare) }, () => attack))
}
