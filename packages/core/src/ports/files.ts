/** A range of the bytes of a file, counted from 0. */
export interface FileRange {
  /** Position of the first byte. */
  readonly start: number
  /** Position after the last byte. */
  readonly end: number
}

/** Lifetime of a presigned address, and the headers that it returns with the file. */
export interface PresignOptions {
  /** Lifetime of the address, in seconds, at least 1. */
  readonly lifetimeSeconds: number
  /** Value of the header `Content-Type`. */
  readonly contentType: string
  /** Value of the header `Content-Disposition`. */
  readonly contentDisposition: string
}

/**
 * Keeps the bytes of files. Everything else about a file is in the storage.
 *
 * The engine chooses the keys: 64 lower-case hexadecimal digits that cannot be guessed, each for one file. Every method
 * rejects any other key with a `TypeError`, so that no key leads outside. Methods reject when they fail.
 */
export interface Files {
  /**
   * Stores the bytes of a source, which may be empty. Resolves once all bytes are durable; until then no part of the
   * file is visible. Takes a chunk only after it has stored the ones before, so that few chunks are in memory. When the
   * source fails, rejects with its error and leaves nothing behind.
   */
  put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Reads a range of a file, in chunks of at most 64 KiB, each when it is requested. Holds no resource before the first
   * chunk and after the reader has ended. Fails when the file does not exist or is shorter than the range.
   */
  read(key: string, range: FileRange): AsyncIterable<Uint8Array>
  /** Returns the size of a file in bytes, or `undefined` when it does not exist. */
  size(key: string): Promise<number | undefined>
  /** Removes a file, and what a crash left of its `put`. Resolves when there is nothing to remove. */
  remove(key: string): Promise<void>
  /**
   * Returns an absolute address at which everybody can `GET` the file, with these headers, until its lifetime ends. An
   * implementation leaves it out when it has no addresses or should not give them out; then all bytes pass through
   * Parley.
   */
  presign?(key: string, options: PresignOptions): Promise<string>
  /**
   * Checks the configuration when an engine starts. When it rejects, the engine does not start. It must resolve when
   * the store is only unreachable, and leave nothing behind.
   */
  check?(): Promise<void>
  /** Rejects while the store is unreachable, and changes nothing. */
  ping?(): Promise<void>
}
