import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns the name of a database file in its own temporary folder, and a function that removes the folder. */
export function temporaryFile() {
  const directory = mkdtempSync(join(tmpdir(), 'parley-sqlite-'))
  const cleanup = async () => rmSync(directory, { recursive: true, force: true })
  return { filename: join(directory, 'parley.db'), cleanup }
}
