import { errorTable, isShuttingDown, type OAuthError, oauthErrorTable, ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { LogFields, Logger } from '../ports/logger.js'

const periodMs = 10_000

interface Kind {
  readonly message: string
  readonly type: string
  lineCount: number
  leftOutCount: number
}

/**
 * Error lines for what strangers can make fail as often as they like. Of each kind (message and type, of which there
 * are few) the first ones of a period are written, and the rest is counted in one line when the period ends.
 */
export class FailureLog {
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #newId: () => string
  readonly #linesPerPeriod: number
  readonly #kinds = new Map<string, Kind>()
  #endPeriod: (() => void) | undefined
  #isClosed = false

  constructor(parts: { clock: Clock; logger: Logger; newId: () => string; linesPerPeriod: number }) {
    this.#clock = parts.clock
    this.#logger = parts.logger
    this.#newId = parts.newId
    this.#linesPerPeriod = parts.linesPerPeriod
  }

  /**
   * A request that was refused, where that was no fault of the caller. The id in its line, for the answer to name;
   * `undefined` where there is no line.
   */
  request(message: string, error: ParleyError | OAuthError, where: LogFields): string | undefined {
    const { type, status } = kindOf(error)
    if (status < 500 || isShuttingDown(error) || !this.#takeLine(message, type)) return undefined
    const requestId = this.#newId()
    this.#logger.error(message, { requestId, type, ...where, cause: error.cause })
    return requestId
  }

  /** Anything else that failed. `type` is one of a few. */
  write(message: string, type: string, fields: LogFields): void {
    if (this.#takeLine(message, type)) this.#logger.error(message, { type, ...fields })
  }

  /** Writes down what was left out so far. Of what fails later each kind gets its first lines. */
  close(): void {
    this.#endPeriod?.()
    this.#isClosed = true
  }

  #takeLine(message: string, type: string): boolean {
    this.#beginPeriod()
    const kind = this.#kind(message, type)
    const isWritten = kind.lineCount < this.#linesPerPeriod
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
    for (const { message, type, leftOutCount } of this.#kinds.values()) {
      if (leftOutCount > 0) this.#logger.error(message, { type, leftOutCount })
    }
    this.#kinds.clear()
  }

  #kind(message: string, type: string): Kind {
    const key = `${message} ${type}`
    const present = this.#kinds.get(key)
    if (present !== undefined) return present
    const kind = { message, type, lineCount: 0, leftOutCount: 0 }
    this.#kinds.set(key, kind)
    return kind
  }
}

function kindOf(error: ParleyError | OAuthError): { readonly type: string; readonly status: number } {
  return error instanceof ParleyError
    ? { type: error.type, status: errorTable[error.type].status }
    : { type: error.code, status: oauthErrorTable[error.code].status }
}
