import { errorTable, isShuttingDown, type OAuthError, oauthErrorTable, ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { LogFields, Logger } from '../ports/logger.js'

const periodMs = 10_000
/**
 * Maximum number of kinds per period. Clients choose paths and names of actions, so beyond this number failures at
 * different places count as one kind.
 */
const maxKindCount = 100
const faultStatus = 500

type Level = 'error' | 'warn'

interface Kind {
  readonly level: Level
  readonly message: string
  /** Fields that all failures of this kind share. */
  readonly fields: LogFields
  /** Id of the request whose failure the latest log line reported. */
  requestId: string | undefined
  lineCount: number
  leftOutCount: number
}

/**
 * Logs failures that clients can cause as often as they like. The first failures of each kind are logged in every
 * period; the rest is counted, and the count is logged at the end of the period.
 * Failures are of the same kind when message and type are the same. For internal errors, the place matters too, so that
 * no error hides another one.
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
   * Logs a failed request, unless the caller is to blame. Returns the id for the response: that of the logged line or,
   * when the failure is only counted, of the last line of its kind, which the count mentions too. Returns `undefined`
   * when the caller is to blame.
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

  /** Logs any other failure. `type` is one of a few fixed texts. */
  write(message: string, type: string, fields: LogFields): void {
    if (this.#takeLine(this.#kind('error', message, type, {})))
      this.#logger.error(message, { type, ...fields })
  }

  /**
   * Logs a warning because an external system failed, such as the destination of a webhook. `place` names that system:
   * after the first line in a period, its failures are only counted.
   */
  warn(message: string, type: string, place: LogFields, fields: LogFields): void {
    const kind = this.#kind('warn', message, type, place)
    if (this.#takeLine(kind, 1)) this.#logger.warn(message, { type, ...place, ...fields })
  }

  /** Logs the counts so far. Failures after that are logged as the first ones of their kind. */
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

  /** Starts a period, unless one is running. The timer runs only when something has failed recently. */
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
