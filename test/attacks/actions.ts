import type { Arena } from './arena.js'
import { type Attack, times, together } from './attack.js'
import { actionRequest, callFrame } from './bytes.js'
import { loggedIn, plain } from './lines.js'
import { bodyOf } from './payloads.js'
import type { Role } from './people.js'
import { flood, type Source } from './strategies.js'

export type Payload = (arena: Arena) => unknown

/** Connections of one attacker over HTTP. */
const httpLineCount = 8
/** In real time: as many as one customer may have. */
export const rtmLineCount = 16

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
function inTurns(...sources: readonly Source[]): Source {
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
  return together(httpFlood(overHttp(role, action, payload)), rtmFlood(role, overRtm(action, payload)))
}

interface Step {
  readonly action: string
  readonly payload: Payload
}

/** The one and the other on both transports, for what has to be undone to be done again. */
export function alternatingFlood(role: Role, one: Step, other: Step): Attack {
  const http = [one, other].map(({ action, payload }) => overHttp(role, action, payload))
  const rtm = [one, other].map(({ action, payload }) => overRtm(action, payload))
  return together(httpFlood(inTurns(...http)), rtmFlood(role, inTurns(...rtm)))
}

export function rtmFlood(role: Role, source: Source): Attack {
  const line = loggedIn(({ people }) => role(people))
  return times(rtmLineCount, flood(line, source))
}

export function httpFlood(source: Source): Attack {
  return times(httpLineCount, flood(plain, source))
}
