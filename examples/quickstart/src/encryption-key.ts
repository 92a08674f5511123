import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const KEY_BYTES = 32

/**
 * Returns the key that encrypts the secret keys of webhooks. It is created at the first start. A real host keeps it
 * apart from the database.
 */
export async function encryptionKey(filename: string): Promise<string> {
  try {
    return (await readFile(filename, 'utf8')).trim()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const key = randomBytes(KEY_BYTES).toString('base64')
    await writeFile(filename, `${key}\n`, { mode: 0o600 })
    return key
  }
}
