import { errorTable, isShuttingDown, type OAuthError, oauthErrorTable, ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { LogFields, Logger } from '../ports/logger.js'

const periodMs = 10_000
/** In a period. Callers choose paths and names of actions, so from here on places count together. */
const maxKindCount = 100
const faultStatus = 500

type Level = 'error' | 'warn'

interface Kind {
  readonly level: Level
  readonly message: string
  /** What its failures have in common. */
  readonly fields: LogFields
  /** Of the last line. */
  requestId: string | undefined
  lineCount: number
  leftOutCount: number
}

/**
 * Lines for what strangers can make fail as often as they like. Of each kind the first ones of a period are
 * written, and the rest is counted in one line when the period ends. A kind is message and type, and for faults of ours
 * also the place, so that no fault hides another; what is unavailable is so everywhere.
 */
export class FailureLog {
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #newId: () => string
  readonly #linesPerPeriod: number
  readonly #kinds = new Map<string, Kind>()
  #endPeriod: (() => void) | undefined
  #isClosed = false

  constructor(dependencies: { clock: Clock; logger: Logger; newId: () => string; linesPerPeriod: number }) {
    this.#clock = dependencies.clock
    this.#logger = dependencies.logger
    this.#newId = dependencies.newId
    this.#linesPerPeriod = dependencies.linesPerPeriod
  }

  /**
   * A request that was refused, where that was no fault of the caller. The id for the answer to name: of its line, or
   * where it is left out of the last line of its kind, which the count names too. `undefined` for a fault of the caller.
   */
  request(message: string, error: ParleyError | OAuthError, where: LogFields): string | undefined {
    const { type, status } = kindOf(error)
    if (status < 500 || isShuttingDown(error)) return undefined
    const kind = this.#kind('error', message, type, status === faultStatus ? where : {})
    if (this.#takeLine(kind)) {
      kind.requestId = this.#newId()
      this.#logger.error(message, { requestId: kind.requestId, type, ...where, cause: error.cause })
    }
    return kind.requestId
  }

  /** Anything else that failed. `type` is one of a few. */
  write(message: string, type: string, fields: LogFields): void {
    if (this.#takeLine(this.#kind('error', message, type, {})))
      this.#logger.error(message, { type, ...fields })
  }

  /**
   * Somebody else's system failed, such as the destination of a webhook: that is no fault of this one, and a warning. `place`
   * names it: what fails there in a period is summed up, after a first line.
   */
  warn(message: string, type: string, place: LogFields, fields: LogFields): void {
    const kind = this.#kind('warn', message, type, place)
    if (this.#takeLine(kind, 1)) this.#logger.warn(message, { type, ...place, ...fields })
  }

  /** Writes down what was left out so far. Of what fails later each kind gets its first lines. */
  close(): void {
    this.#endPeriod?.()
    this.#isClosed = true
  }

  #takeLine(kind: Kind, maxLines = this.#linesPerPeriod): boolean {
    this.#beginPeriod()
    const isWritten = kind.lineCount < maxLines
    if (isWritten) kind.lineCount += 1
    else kind.leftOutCount += 1
    return isWritten
  }

  /** There is a timer only while something has failed lately. */
  #beginPeriod(): void {
    if (this.#isClosed || this.#endPeriod !== undefined) return
    const end = () => {
      stop()
      this.#endPeriod = undefined
      this.#writeCounts()
    }
    const stop = this.#clock.every(periodMs, end)
    this.#endPeriod = end
  }

  #writeCounts(): void {
    for (const { level, message, fields, requestId, leftOutCount } of this.#kinds.values()) {
      if (leftOutCount === 0) continue
      this.#logger[level](message, { ...fields, ...(requestId !== undefined && { requestId }), leftOutCount })
    }
    this.#kinds.clear()
  }

  #kind(level: Level, message: string, type: string, place: LogFields): Kind {
    const fields = { type, ...place }
    const key = JSON.stringify([level, message, fields])
    const present = this.#kinds.get(key)
    if (present !== undefined) return present
    const isPlaced = Object.keys(place).length > 0
    if (isPlaced && this.#kinds.size >= maxKindCount) return this.#kind(level, message, type, {})
    const kind = { level, message, fields, requestId: undefined, lineCount: 0, leftOutCount: 0 }
    this.#kinds.set(key, kind)
    return kind
  }
}

function kindOf(error: ParleyError | OAuthError): { readonly type: string; readonly status: number } {
  return error instanceof ParleyError
    ? { type: error.type, status: errorTable[error.type].status }
    : { type: error.code, status: oauthErrorTable[error.code].status }
}
