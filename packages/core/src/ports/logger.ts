export type LogFields = Readonly<Record<string, unknown>>

/** Where the engine tells its operator what happens. No method may throw. Secrets are never passed. */
export interface Logger {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}
