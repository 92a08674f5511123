import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { words } from './words.js'

/** The demo agents' passwords by login, in a file next to the database, so that they stay the same. */
export class PasswordFile {
  readonly #filename: string
  readonly #passwords: Map<string, string>

  private constructor(filename: string, passwords: Map<string, string>) {
    this.#filename = filename
    this.#passwords = passwords
  }

  static async open(filename: string): Promise<PasswordFile> {
    return new PasswordFile(filename, new Map(await readEntries(filename)))
  }

  get(login: string): string | undefined {
    return this.#passwords.get(login)
  }

  async put(login: string, password: string): Promise<void> {
    this.#passwords.set(login, password)
    const text = `${JSON.stringify(Object.fromEntries(this.#passwords), null, 2)}\n`
    await writeFile(this.#filename, text, { mode: 0o600 })
  }
}

/**
 * Returns three words and a number. That is easy to type, and strong enough because ten failed attempts lock an account
 * for a while.
 */
export function memorablePassword(): string {
  const chosen = Array.from({ length: 3 }, () => words[randomInt(words.length)])
  return [...chosen, randomInt(10, 100)].join('-')
}

async function readEntries(filename: string): Promise<[string, string][]> {
  const text = await readFile(filename, 'utf8').catch(emptyWhenMissing)
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

function emptyWhenMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
  throw error
}
