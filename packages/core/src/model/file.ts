/**
 * Kind of a file. A `file` comes from `send_file` and has a signed address; an `image` comes from `upload_image` and
 * has a public one (decisions §6.14, §16.23).
 */
export type FileKind = 'file' | 'image'

/** Details of a file, which are known once all of its bytes have arrived. */
export interface FileDetails {
  /** The name as it is shown and saved: without a path and without invisible characters. */
  readonly name: string
  /** The type that the bytes have. */
  readonly contentType: string
  /** Size, in bytes. */
  readonly size: number
  /** Width of an image, in pixels; `null` when its header does not say, and for other files. */
  readonly width: number | null
  /** Height of an image, in pixels; `null` when its header does not say, and for other files. */
  readonly height: number | null
  /** The event that the file belongs to; `null` for an image, which any event may name. */
  readonly eventId: string | null
}

/** A file that is kept. */
export interface StoredFile extends FileDetails {
  /** Name of the file in the port `Files`. */
  readonly key: string
  readonly licenseId: number
  readonly kind: FileKind
  readonly createdAt: number
}
