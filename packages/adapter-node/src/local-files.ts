import { randomUUID } from 'node:crypto'
import { access, constants, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ParleyConfigError } from '@parley/core'
import type { FileRange, Files } from '@parley/core/ports'
import { makeFolder } from './make-folder.js'

/** Options of `localFiles`. */
export interface LocalFilesOptions {
  /**
   * Path of the directory. It is created when the engine starts; the engine does not start when it cannot write there.
   * No other program should write to it.
   */
  readonly directory: string
}

/** Keeps files in a directory of this machine, or one that all nodes share. */
export function localFiles(options: LocalFilesOptions): Files {
  const { directory } = options ?? {}
  if (typeof directory !== 'string' || directory === '') {
    const message = "localFiles needs a directory, such as localFiles({ directory: 'files' })"
    throw new ParleyConfigError('option_required', { option: 'localFiles.directory', message })
  }
  return new LocalFiles(directory)
}

const keyPattern = /^[0-9a-f]{64}$/
const chunkBytes = 65_536
/** Suffix of a file that is not complete yet. */
const partSuffix = '.part'

class LocalFiles implements Files {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /**
   * Writes the file under another name and renames it once it is on disk. A crash may leave a part behind, which
   * `remove` deletes.
   */
  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const { folder, path } = this.#locationOf(key)
    const part = `${path}${partSuffix}`
    try {
      const isMade = await makeFolder(folder)
      if (isMade) await syncFolder(this.#directory)
      await write(part, chunks)
      await rename(part, path)
      await syncFolder(folder)
    } catch (cause) {
      await this.remove(key)
      throw cause
    }
  }

  async *read(key: string, { start, end }: FileRange): AsyncGenerator<Uint8Array> {
    const { path } = this.#locationOf(key)
    const file = await open(path, 'r')
    try {
      for (let at = start; at < end; ) {
        const length = Math.min(chunkBytes, end - at)
        // A separate buffer per chunk, because the reader may keep it.
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at)
        if (bytesRead === 0) throw new Error(`The file ${key} has less than ${end} bytes`)
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  }

  async size(key: string): Promise<number | undefined> {
    const { path } = this.#locationOf(key)
    try {
      return (await stat(path)).size
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  }

  async remove(key: string): Promise<void> {
    const { path } = this.#locationOf(key)
    for (const left of [path, `${path}${partSuffix}`]) await rm(left, { force: true })
  }

  /** Rejects when files cannot be written. It writes one, because permissions do not show a read-only or full disk. */
  async check(): Promise<void> {
    const probe = join(this.#directory, `.check-${randomUUID()}`)
    try {
      await makeFolder(this.#directory)
      await writeFile(probe, 'x', { mode: 0o600 })
      await rm(probe)
    } catch (cause) {
      await rm(probe, { force: true }).catch(() => undefined)
      const reason = cause instanceof Error ? cause.message : String(cause)
      const mend = 'choose another directory, or let this user write to it'
      const message = `localFiles cannot use the directory ${this.#directory}: ${reason}; ${mend}`
      throw new ParleyConfigError('files_unusable', { option: 'localFiles.directory', message, cause })
    }
  }

  /** Rejects when the directory cannot be used. A missing directory passes, because the next file creates it. */
  async ping(): Promise<void> {
    try {
      const isDirectory = (await stat(this.#directory)).isDirectory()
      if (!isDirectory) throw new Error(`${this.#directory} is not a directory`)
      await access(this.#directory, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (cause) {
      if (!isAbsent(cause)) throw cause
    }
  }

  /** Returns the path of a file. Folders named by the end of the key keep each of them small. */
  #locationOf(key: string): { readonly folder: string; readonly path: string } {
    if (!keyPattern.test(key)) {
      const message = 'A file key consists of 64 lower-case hexadecimal digits'
      throw new ParleyConfigError('argument_invalid', { option: 'files.key', message })
    }
    const folder = join(this.#directory, key.slice(-2))
    return { folder, path: join(folder, key) }
  }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Syncs a folder, so that new names in it are on disk too. Windows does not support this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(cause: unknown): boolean {
  return isAbsent(cause) || (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR')
}

function isAbsent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
