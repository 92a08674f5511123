import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Returns why a database file cannot be opened and how to fix it, as far as the file system shows. */
export function openingFailure(filename: string): string {
  const database = `the SQLite database ${filename} cannot be opened`
  const path = resolve(filename)
  const folder = dirname(path)
  const kind = kindOf(folder)
  if (kind === undefined) return `${database}: the directory ${folder} does not exist, so create it first`
  if (kind !== 'directory') return `${database}: ${folder} is not a directory`
  if (kindOf(path) === 'directory') return `${database}: it is a directory, so name a file in it`
  if (!isUsable(folder) || (kindOf(path) !== undefined && !isUsable(path))) {
    return `${database}: this process may not read and write the file and the directory ${folder}`
  }
  return database
}

function kindOf(path: string): 'directory' | 'file' | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return found.isDirectory() ? 'directory' : 'file'
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
