import { parseArgs } from 'node:util'
import { SetUpError } from './set-up-error.js'

export interface Options {
  /** Whether everything keeps running after the conversation. */
  readonly stay: boolean
  /** Pause between two messages. */
  readonly paceMs: number
  readonly postgres: string
  readonly redis: string
  /** Port of the proxy; 0 for any free one. */
  readonly port: number
}

const usage = 'npm run example:cluster -- [--stay] [--pace MILLISECONDS]'

export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options {
  const { stay, pace } = flagsOf(args)
  return {
    stay,
    paceMs: wholeNumber('--pace', pace, 60_000),
    postgres: env.POSTGRES_URL || 'postgres://postgres@127.0.0.1:5432/postgres',
    redis: env.REDIS_URL || 'redis://127.0.0.1:6379',
    port: wholeNumber('PORT', env.PORT || '0', 65_535),
  }
}

function flagsOf(args: string[]): { readonly stay: boolean; readonly pace: string } {
  const options = {
    stay: { type: 'boolean', default: false },
    pace: { type: 'string', default: '700' },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new SetUpError(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw new SetUpError(`${name} is a whole number from 0 to ${max}, not ${JSON.stringify(text)}.`)
}
