import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const { O_WRONLY, O_CREAT, O_APPEND } = constants

/** A file system in memory that can be filled to the last byte. */
export class SmallDisk {
  readonly directory: string

  private constructor(directory: string) {
    this.directory = directory
  }

  /** Mounts the file system. Rejects when the process does not have the permission. */
  static async mount(bytes: number): Promise<SmallDisk> {
    const directory = await mkdtemp(join(tmpdir(), 'parley-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory])
    } catch (error) {
      await rmdir(directory)
      throw error
    }
    return new SmallDisk(directory)
  }

  /** Fills the remaining space. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, O_WRONLY | O_CREAT | O_APPEND)
    try {
      for (const size of [1_048_576, 4_096]) await writeUntilFull(() => file.write(Buffer.alloc(size)))
    } finally {
      await file.close()
    }
  }

  /** Frees the space that `fill` took. */
  async free(): Promise<void> {
    await rm(this.#ballast)
  }

  async remove(): Promise<void> {
    await run('umount', [this.directory])
    await rmdir(this.directory)
  }

  get #ballast(): string {
    return join(this.directory, 'ballast')
  }
}

async function writeUntilFull(write: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await write()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  }
}
