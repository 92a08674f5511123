import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A name for a database file in a folder of its own. */
export function temporaryFile() {
  const directory = mkdtempSync(join(tmpdir(), 'parley-sqlite-'))
  const cleanup = async () => rmSync(directory, { recursive: true, force: true })
  return { filename: join(directory, 'parley.db'), cleanup }
}
