import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'

/** Bytes before each record: its length and its checksum, four bytes each. */
const headBytes = 8

/**
 * A file of records, each on disk before `append` resolves. A record that a crash left incomplete is cut off when the
 * file is opened again, because its caller never got a response.
 */
export class LogFile {
  readonly #file: FileHandle
  /** Length of the part whose records are kept. */
  #length = 0
  /** Length including the records that were written but not yet kept, as far as it is known. */
  #newLength = 0
  /** Error that left the file in an unknown state. Once set, nothing more is written. */
  #failure: unknown

  private constructor(file: FileHandle) {
    this.#file = file
  }

  /** Opens the file, or creates it, and passes each of its records to `replay`. */
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

  /** Writes a record and waits until it is on disk. `keep` or `takeBack` must be called next. */
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

  /** Keeps what was written. */
  keep(): void {
    this.#length = this.#newLength
  }

  /** Removes what was written. If that fails, nothing is written to the file any more. */
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

/** Returns the record at an offset, or `undefined` when a crash has left it incomplete. */
function bodyAt(bytes: Buffer, offset: number): Buffer | undefined {
  if (offset + headBytes > bytes.length) return undefined
  const from = offset + headBytes
  const to = from + bytes.readUInt32LE(offset)
  // A file system may extend the file before it has written the bytes.
  if (to > bytes.length || to === from) return undefined
  const body = bytes.subarray(from, to)
  if (crc32(body) === bytes.readUInt32LE(offset + 4)) return body
  if (to === bytes.length) return undefined
  throw new Error(`the log is damaged at byte ${offset}`)
}

/** Writes the directory to disk, because after a crash a new file is found only when its directory is on disk too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
