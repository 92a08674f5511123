import type { FileDetails, FileKind, StoredFile } from '../../model/file.js'

/** A file on its way: stored before its first byte, so that it is found again whatever happens. */
export interface NewFile {
  /** Of its bytes in the port `Files`. */
  readonly key: string
  readonly licenseId: number
  readonly kind: FileKind
  readonly createdAt: number
  /** When it is removed, unless it is kept before. */
  readonly dueAt: number
}

export interface FileReads {
  /** A file that is kept; `undefined` for one on its way, and for one that is to be removed. */
  get(key: string): Promise<StoredFile | undefined>
  /** How many are due at or before that instant, counted up to `max`. */
  countDue(until: number, max: number): Promise<number>
}

/** A file is kept or removed, never both: whichever comes first decides, on any node. */
export interface FileWrites extends FileReads {
  insert(file: NewFile): Promise<void>
  /** From now on the file stays. `false`, with nothing changed, where it is to be removed, or there is none. */
  keep(key: string, details: FileDetails): Promise<boolean>
  /** The file is to be removed, and due at that instant. `false`, with nothing changed, where it is kept, or there is none. */
  markForRemoval(key: string, dueAt: number): Promise<boolean>
  /**
   * Condemns files that are due at or before `now`, at most `limit`, the longest due first, and answers their keys; they
   * are due again at `dueAt`. Of several transactions each gets others: files that another one is working on are passed
   * over.
   */
  claimDue(now: number, limit: number, dueAt: number): Promise<readonly string[]>
  /** Forgets those that are to be removed; others stay. */
  delete(keys: readonly string[]): Promise<void>
}
