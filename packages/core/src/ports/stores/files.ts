import type { FileDetails, FileKind, StoredFile } from '../../model/file.js'

/** An upload that has begun. It is stored before its first byte, so that it is found again whatever happens. */
export interface NewFile {
  /** Name of the file in the port `Files`. */
  readonly key: string
  readonly licenseId: number
  readonly kind: FileKind
  readonly createdAt: number
  /** When the file is removed, unless it is kept before. */
  readonly dueAt: number
}

/** Reads files. */
export interface FileReads {
  /** Returns a file that is kept; `undefined` for an upload under way, and for a file that is to be removed. */
  get(key: string): Promise<StoredFile | undefined>
  /** Returns the number of files that are due at or before that instant, counted up to `max`. */
  countDue(until: number, max: number): Promise<number>
}

/** Writes what is known about files. A file is kept or removed, never both: the first decision counts, on any node. */
export interface FileWrites extends FileReads {
  /** Stores an upload. */
  insert(file: NewFile): Promise<void>
  /** Keeps the file. `false`, with nothing changed, when it is to be removed, or there is none. */
  keep(key: string, details: FileDetails): Promise<boolean>
  /**
   * Marks the file for removal, due at that instant. `false`, with nothing changed, when it is kept, or there is none.
   */
  markForRemoval(key: string, dueAt: number): Promise<boolean>
  /**
   * Marks files for removal that are due at or before `now`, at most `limit`, the longest due first, and returns their
   * keys. They are due again at `dueAt`. Concurrent transactions get different files, because files that another one
   * has claimed are skipped.
   */
  claimDue(now: number, limit: number, dueAt: number): Promise<readonly string[]>
  /** Deletes those of the files that are marked for removal. */
  delete(keys: readonly string[]): Promise<void>
}
