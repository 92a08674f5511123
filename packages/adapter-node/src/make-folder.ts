import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the folder, with those above it; whether it was not there. `mkdir` of Node.js 20 with `recursive` never returns where
 * a folder exists and yet none can be made in it, as in `/proc`.
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    return await makeOne(path)
  } catch (cause) {
    const above = dirname(path)
    if (!hasCode(cause, 'ENOENT') || above === path) throw cause
    await makeFolder(above)
    return await makeOne(path)
  }
}

async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (cause) {
    if (hasCode(cause, 'EEXIST') && (await stat(path)).isDirectory()) return false
    throw cause
  }
}

function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
