import type { Arena } from './arena.js'
import { type Attack, times, together } from './attack.js'
import { actionRequest, callFrame } from './bytes.js'
import { loggedIn, plain } from './lines.js'
import { bodyOf } from './payloads.js'
import type { Role } from './people.js'
import { flood, type Source } from './strategies.js'

export type Payload = (arena: Arena) => unknown

/** Number of HTTP connections that one attack opens. */
const httpLineCount = 8
/** Number of RTM connections that one attack opens. It is the maximum for one customer. */
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

/** Sends the next bytes of each source in turn, and starts over after the last source. */
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

/** Sends one action again and again, over HTTP and over RTM at the same time. */
export function actionFlood(role: Role, action: string, payload: Payload): Attack {
  return together(httpFlood(overHttp(role, action, payload)), rtmFlood(role, overRtm(action, payload)))
}

interface Step {
  readonly action: string
  readonly payload: Payload
}

/**
 * Sends two actions alternately over HTTP and RTM. The second one undoes the first, so that the first can be repeated.
 */
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
