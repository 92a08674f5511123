import type { Arena } from './arena.js'
import { type Attack, times, together } from './attack.js'
import { actionRequest, callFrame } from './bytes.js'
import { loggedIn, plain } from './lines.js'
import { bodyOf } from './payloads.js'
import type { Role } from './people.js'
import { flood, type Source } from './strategies.js'

export type Payload = (arena: Arena) => unknown

/** Connections of one attacker on each transport. */
export const lineCount = 4

export function overHttp(role: Role, action: string, payload: Payload): Source {
  return (arena) => {
    const bytes = actionRequest(role(arena.people), action, bodyOf(payload(arena)))
    return () => bytes
  }
}

export function overRtm(action: string, payload: Payload): Source {
  return (arena) => {
    const bytes = callFrame(action, payload(arena))
    return () => bytes
  }
}

/** One after the other, and then the first again. */
export function inTurns(...sources: readonly Source[]): Source {
  return (arena) => {
    const nexts = sources.map((source) => source(arena))
    let turn = 0
    return () => {
      turn = (turn + 1) % nexts.length
      return nexts[turn]?.() ?? Buffer.alloc(0)
    }
  }
}

/** An action on both transports at once. */
export function actionFlood(role: Role, action: string, payload: Payload): Attack {
  const http = flood(plain, overHttp(role, action, payload))
  return together(times(lineCount, http), rtmFlood(role, overRtm(action, payload)))
}

export function rtmFlood(role: Role, source: Source): Attack {
  return times(
    lineCount,
    flood(
      loggedIn(({ people }) => role(people)),
      source,
    ),
  )
}

export function httpFlood(source: Source): Attack {
  return times(2 * lineCount, flood(plain, source))
}
