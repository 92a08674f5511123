/** Which bytes of a file, counted from 0. */
export interface FileRange {
  readonly start: number
  /** The first byte that is not wanted. */
  readonly end: number
}

/** What an address of the place itself says of the file, to whoever asks there. */
export interface PresignOptions {
  /** At least 1. */
  readonly lifetimeSeconds: number
  /** The values of these headers. */
  readonly contentType: string
  readonly contentDisposition: string
}

/**
 * Where the bytes of files are kept; what else is known of a file is in the storage. Keys are the engine's: 64 lower case
 * hexadecimal digits that nobody can guess, each used for one file. A `TypeError` rejects any other key, so that no key
 * leads anywhere else. What fails rejects.
 */
export interface Files {
  /**
   * Keeps what the source gives, byte for byte, also where that is nothing. Resolves once all of it is durable; before,
   * nobody finds a part of it. Asks for a chunk once those before are taken, so that no more than a few are in memory.
   * Where the source fails, it rejects with that and leaves nothing.
   */
  put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * The bytes of a range that is within the file, in chunks of 64 KiB at most, each read when it is asked for. Holds
   * nothing before the first is, and nothing once the reader ends it. Fails where there is no such file, or not so much
   * of it.
   */
  read(key: string, range: FileRange): AsyncIterable<Uint8Array>
  /** In bytes; `undefined` where there is no such file. */
  size(key: string): Promise<number | undefined>
  /** What there is of the file, that which a crash has left of a `put` included; resolves where there is nothing. */
  remove(key: string): Promise<void>
  /**
   * An absolute address at which anybody gets the file by `GET`, with these headers whatever they ask for, and nobody once
   * its time is over. Absent where the place gives out none, or the host wants none: then all bytes pass through Parley.
   */
  presign?(key: string, options: PresignOptions): Promise<string>
  /**
   * Asked once, as an engine starts, which does not start where it rejects: the place cannot be used as it is configured. A
   * place that is only away passes. Leaves nothing there. Absent where nothing can be told in advance.
   */
  check?(): Promise<void>
  /** Rejects while the place is away; changes nothing there. Absent where that cannot be told. */
  ping?(): Promise<void>
}
