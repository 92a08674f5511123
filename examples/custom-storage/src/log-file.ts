import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** Before each record: its length and its checksum, four bytes each. */
const headBytes = 8

/**
 * Records in one file, each on disk before `append` resolves. What a crash has left half written is cut off when the file is
 * opened again: nobody was answered for it.
 */
export class LogFile {
  readonly #file: FileHandle
  /** Up to here everything is kept. */
  #length = 0
  /** What was written behind that, as far as it is known. */
  #newLength = 0
  /** Set where the file is in a state that nobody knows: nothing more is written to it. */
  #failure: unknown

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Opens the file, which is made where it is not there, and replays what is in it. */
  static async open(path: string, replay: (record: unknown) => Promise<void>): Promise<LogFile> {
    const log = new LogFile(await open(path, 'a+'))
    try {
      await log.#replay(await log.#file.readFile(), replay)
      await log.#file.truncate(log.#length)
      await syncDirectory(dirname(path))
      return log
    } catch (error) {
      await log.close()
      throw error
    }
  }

  /** Writes a record and waits for the disk. The next call is that of `keep` or `takeBack`. */
  async append(record: unknown): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    const body = serialize(record)
    const head = Buffer.alloc(headBytes)
    head.writeUInt32LE(body.length, 0)
    head.writeUInt32LE(crc32(body), 4)
    this.#newLength = this.#length + headBytes + body.length
    await this.#file.appendFile(Buffer.concat([head, body]))
    await this.#file.datasync()
  }

  /** What was written stays. */
  keep(): void {
    this.#length = this.#newLength
  }

  /** Nothing is left of what was written, or nothing is ever written again. */
  async takeBack(): Promise<void> {
    if (this.#newLength === this.#length) return
    try {
      await this.#file.truncate(this.#length)
      await this.#file.datasync()
      this.#newLength = this.#length
    } catch (error) {
      this.#failure ??= error
    }
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  async #replay(bytes: Buffer, replay: (record: unknown) => Promise<void>): Promise<void> {
    for (;;) {
      const body = bodyAt(bytes, this.#length)
      if (body === undefined) return
      await replay(deserialize(body))
      this.#newLength = this.#length + headBytes + body.length
      this.keep()
    }
  }
}

/** `undefined`: there is no whole record, only what a crash has left. */
function bodyAt(bytes: Buffer, offset: number): Buffer | undefined {
  if (offset + headBytes > bytes.length) return undefined
  const from = offset + headBytes
  const to = from + bytes.readUInt32LE(offset)
  // A file system may have made the file longer before the bytes were there.
  if (to > bytes.length || to === from) return undefined
  const body = bytes.subarray(from, to)
  if (crc32(body) === bytes.readUInt32LE(offset + 4)) return body
  if (to === bytes.length) return undefined
  throw new Error(`the log is damaged at byte ${offset}`)
}

/** A file that was just made is found after a crash only when its directory is on disk, too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
