import { ParleyConfigError } from '../config-error.js'
import { isFileKey } from '../domain/file-urls.js'
import type { FileRange, Files } from '../ports/files.js'

/** Options of {@link memoryFiles}. */
export interface MemoryFilesOptions {
  /** Maximum size of all files together, in bytes. Further files are refused. Default: 256 MiB. */
  readonly maxBytes?: number
}

const defaultMaxBytes = 268_435_456
const chunkBytes = 65_536
const noRoom = 'The files in memory have reached maxBytes: raise it, or use localFiles or s3Files'

/** Keeps files in the memory of this process, for tests and experiments. They are lost when the process ends. */
export function memoryFiles({ maxBytes = defaultMaxBytes }: MemoryFilesOptions = {}): Files {
  if (typeof maxBytes !== 'number' || !(maxBytes >= 0)) {
    const message = 'memoryFiles: maxBytes must be a number of bytes, at least 0'
    throw new ParleyConfigError('option_invalid', { option: 'memoryFiles.maxBytes', message })
  }
  return new MemoryFiles(maxBytes)
}

class MemoryFiles implements Files {
  readonly #maxBytes: number
  readonly #files = new Map<string, Uint8Array>()
  /** Bytes of all files, including those that are being received. */
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    requireKey(key)
    const taken: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of chunks) {
        if (this.#bytes + chunk.length > this.#maxBytes) throw new Error(noRoom)
        size += chunk.length
        this.#bytes += chunk.length
        taken.push(Uint8Array.from(chunk))
      }
    } catch (cause) {
      this.#bytes -= size
      throw cause
    }
    this.#bytes -= this.#files.get(key)?.length ?? 0
    this.#files.set(key, Buffer.concat(taken))
  }

  async *read(key: string, { start, end }: FileRange): AsyncGenerator<Uint8Array> {
    requireKey(key)
    const file = this.#files.get(key)
    if (file === undefined || end > file.length)
      throw new Error('The file does not exist, or is shorter than the requested range')
    for (let at = start; at < end; at += chunkBytes) yield file.slice(at, Math.min(end, at + chunkBytes))
  }

  async size(key: string): Promise<number | undefined> {
    requireKey(key)
    return this.#files.get(key)?.length
  }

  async remove(key: string): Promise<void> {
    requireKey(key)
    this.#bytes -= this.#files.get(key)?.length ?? 0
    this.#files.delete(key)
  }

  async ping(): Promise<void> {}
}

function requireKey(key: string): void {
  if (isFileKey(key)) return
  const message = 'A file key consists of 64 lower-case hexadecimal digits'
  throw new ParleyConfigError('argument_invalid', { option: 'files.key', message })
}
