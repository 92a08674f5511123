import type { Database } from '../processes/messages.js'

export function requirePostgres({ postgresUrl }: Database): string {
  if (postgresUrl === null) throw new Error('this target needs PostgreSQL')
  return postgresUrl
}
