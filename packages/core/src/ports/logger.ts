/** Data that belongs to a log message, by name. */
export type LogFields = Readonly<Record<string, unknown>>

/** The log of the engine, for the operator. Its methods must not throw. The engine never passes secrets. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
