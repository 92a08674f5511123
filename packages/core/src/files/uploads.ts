import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { toFileName } from '../domain/file-names.js'
import { invalidField, ParleyError } from '../errors.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { FileKind } from '../model/file.js'
import type { Clock } from '../ports/clock.js'
import type { Files } from '../ports/files.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import { type DailyFiles, toDailyKey, type Uploader } from './daily-files.js'
import { Inspection } from './inspection.js'
import { LocationFilter } from './location-filter.js'
import { removeAgainMs } from './unnamed-files.js'

/** A file that is uploaded with a request. */
export interface IncomingFile {
  readonly licenseId: number
  readonly uploader: Uploader
  readonly kind: FileKind
  /** Name that the client gave the file. */
  readonly name: string | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A file that was received completely. It is removed again unless the request keeps it. */
export interface ReceivedFile {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly pixels: { readonly width: number; readonly height: number } | undefined
  /** Hash of the content, in hexadecimal. */
  readonly sha256: string
}

export interface UploadsDependencies {
  readonly files: Files
  readonly read: Pick<StorageReads, 'files'>
  readonly changes: Changes
  readonly clock: Clock
  readonly ids: Ids
  readonly failures: FailureLog
  readonly maxBytes: number
  /** Time after which a file that no event names is removed, in milliseconds (decisions §16.23). */
  readonly unnamedMs: number
  readonly daily: DailyFiles
  /** Kinds of files from which the location of a photo is removed. */
  readonly unlocatedKinds: readonly FileKind[]
}

const keyBytes = 32

/**
 * Receives uploaded files. Each file is recorded in the storage before its first byte is stored, so no file is left
 * behind unnoticed.
 */
export class Uploads {
  readonly #dependencies: UploadsDependencies
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(dependencies: UploadsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Receives a file. Rejects and leaves nothing behind when the source fails, when the file is empty or too large
   * (`entity_too_large`), or when the caller has uploaded too many files (`too_many_requests`). In the last case, the
   * source is not read.
   */
  async receive(file: IncomingFile): Promise<ReceivedFile> {
    return await this.#note(this.#receive(file))
  }

  /** Removes the file unless the request kept it. Never rejects: when the removal fails, it is tried again later. */
  async release(key: string): Promise<void> {
    await this.#note(this.#release(key))
  }

  /** Resolves as soon as no file is being received or removed. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay)
  }

  async #note<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work)
    try {
      return await work
    } finally {
      this.#underWay.delete(work)
    }
  }

  async #receive({ licenseId, uploader, kind, name, chunks }: IncomingFile): Promise<ReceivedFile> {
    const { files, clock, ids, changes, daily, unnamedMs } = this.#dependencies
    const key = Buffer.from(ids.randomBytes(keyBytes)).toString('hex')
    const now = clock.now()
    const file = { key, licenseId, kind, createdAt: now, dueAt: now + unnamedMs }
    await changes.commit(systemOrigin, now, [toDailyKey(uploader.callerKey)], async (tx) => {
      await daily.count(tx, uploader, now)
      await tx.files.insert(file)
      return { response: undefined, facts: [] }
    })
    try {
      const inspection = new Inspection()
      await files.put(key, inspected(this.#unlocated(kind, this.#bounded(chunks)), inspection))
      if (inspection.size === 0) throw invalidField({ path: `payload.${kind}`, rule: 'empty' }, 'is empty')
      return { key, name: toFileName(name), ...(await inspection.end()) }
    } catch (cause) {
      await this.#release(key)
      throw cause
    }
  }

  async #release(key: string): Promise<void> {
    const { read, files, changes, clock, failures } = this.#dependencies
    try {
      if ((await read.files.get(key)) !== undefined) return
      const now = clock.now()
      const isCondemned = await changes.commit(systemOrigin, now, [], async (tx) => {
        return { response: await tx.files.markForRemoval(key, now + removeAgainMs), facts: [] }
      })
      if (!isCondemned) return
      await files.remove(key)
      await changes.commit(systemOrigin, now, [], async (tx) => {
        await tx.files.delete([key])
        return { response: undefined, facts: [] }
      })
    } catch (cause) {
      failures.write('An unused file could not be removed; a later run tries again', 'files', { cause })
    }
  }

  async *#bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { maxBytes } = this.#dependencies
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) {
        throw new ParleyError('entity_too_large', { detail: `a file has at most ${maxBytes} bytes` })
      }
      yield chunk
    }
  }

  #unlocated(kind: FileKind, chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#dependencies.unlocatedKinds.includes(kind) ? withoutLocation(chunks) : chunks
  }
}

async function* withoutLocation(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const filter = new LocationFilter()
  for await (const chunk of chunks) yield* filter.add(chunk)
  yield* filter.end()
}

async function* inspected(
  chunks: AsyncIterable<Uint8Array>,
  inspection: Inspection,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    inspection.add(chunk)
    yield chunk
  }
}
