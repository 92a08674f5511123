import type { Clock } from '../ports/clock.js'
import type { LogFields, Logger } from '../ports/logger.js'

const levels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof levels)[number]

export interface JsonLoggerOptions {
  /** Dates the lines. */
  readonly clock: Clock
  /** The lowest level that is written. Default: `warn`. */
  readonly level?: LogLevel
  /** Takes one line. Default: standard error. */
  readonly write?: (line: string) => void
}

/** One JSON object a line: `time` (ISO 8601), `level`, `message` and the fields. */
export function jsonLogger(options: JsonLoggerOptions): Logger {
  const lowest = levels.indexOf(options.level ?? 'warn')
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  const at = (level: LogLevel) => (message: string, fields?: LogFields) => {
    if (levels.indexOf(level) >= lowest) write(`${toLine(options.clock.now(), level, message, fields)}\n`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function toLine(now: number, level: LogLevel, message: string, fields: LogFields | undefined): string {
  const head = { time: new Date(now).toISOString(), level, message }
  try {
    return JSON.stringify({ ...head, ...fields }, describeErrors)
  } catch (cause) {
    // A circle, a big integer: whatever the fields hold, the line is worth more than they are.
    return JSON.stringify({ ...head, unwritable: String(cause) })
  }
}

function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return { name, message, stack, ...(cause !== undefined && { cause }) }
}
