import type { Clock } from '../ports/clock.js'
import type { LogFields, Logger } from '../ports/logger.js'

const levels = ['debug', 'info', 'warn', 'error'] as const
/** Level of a log line. */
export type LogLevel = (typeof levels)[number]

/** Options of {@link jsonLogger}. */
export interface JsonLoggerOptions {
  /** Clock for the time of each line. */
  readonly clock: Clock
  /** Lowest level that is written. Default: `warn`. */
  readonly level?: LogLevel
  /** Writes one line. Default: writes to standard error. */
  readonly write?: (line: string) => void
}

/** Creates a logger that writes one JSON object per line: `time` (ISO 8601), `level`, `message` and the fields. */
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
    // Fields that cannot be written as JSON, such as a cycle or a big integer, are replaced by the reason, so that the
    // line is not lost.
    return JSON.stringify({ ...head, unwritable: String(cause) })
  }
}

function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack, cause } = value
  return { name, message, stack, ...(cause !== undefined && { cause }) }
}
