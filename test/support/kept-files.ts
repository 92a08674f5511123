import { memoryFiles } from '@parley/core'
import type { FileRange, Files } from '@parley/core/ports'

/** Stores files in memory and lists their keys. */
export class MemoryFiles implements Files {
  readonly #files = memoryFiles()
  readonly #keys = new Set<string>()

  /** Keys of the stored files, in alphabetical order. */
  get keys(): readonly string[] {
    return [...this.#keys].toSorted()
  }

  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#files.put(key, chunks)
    this.#keys.add(key)
  }

  read(key: string, range: FileRange): AsyncIterable<Uint8Array> {
    return this.#files.read(key, range)
  }

  size(key: string): Promise<number | undefined> {
    return this.#files.size(key)
  }

  async remove(key: string): Promise<void> {
    await this.#files.remove(key)
    this.#keys.delete(key)
  }
}
