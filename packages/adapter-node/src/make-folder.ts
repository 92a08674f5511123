import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates the folder and its parents. Returns whether it did not exist before. In Node.js 20 a recursive `mkdir` never
 * returns when a folder exists in which none can be created, such as `/proc`.
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
