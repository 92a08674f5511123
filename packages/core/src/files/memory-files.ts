import { isFileKey } from '../domain/file-urls.js'
import type { FileRange, Files } from '../ports/files.js'

export interface MemoryFilesOptions {
  /** All files together; what would exceed it is refused. Default: 256 MiB. */
  readonly maxBytes?: number
}

const defaultMaxBytes = 268_435_456
const chunkBytes = 65_536
const noRoom = 'There is no room for more files in memory: raise maxBytes, or use localFiles or s3Files'

/** Files in the memory of this process: for tests, and for trying things out. All are gone when it ends. */
export function memoryFiles({ maxBytes = defaultMaxBytes }: MemoryFilesOptions = {}): Files {
  return new MemoryFiles(maxBytes)
}

class MemoryFiles implements Files {
  readonly #maxBytes: number
  readonly #files = new Map<string, Uint8Array>()
  /** What is on its way included. */
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
      throw new Error('There is no such file, or not so much of it')
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
  if (!isFileKey(key)) throw new TypeError('A key of a file is 64 lower case hexadecimal digits')
}
