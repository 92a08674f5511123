/** What `send_file` and `upload_image` bring: served by a signed address, and public (decisions §6.14, §16.23). */
export type FileKind = 'file' | 'image'

/** What is known of it once all of it has come. */
export interface FileDetails {
  /** As shown and saved: no path, nothing that cannot be seen. */
  readonly name: string
  /** By its bytes. */
  readonly contentType: string
  readonly size: number
  /** In pixels, of images; `null` where its header does not tell. */
  readonly width: number | null
  readonly height: number | null
  /** The event that names it; `null` for an image, which any event may name. */
  readonly eventId: string | null
}

export interface StoredFile extends FileDetails {
  readonly key: string
  readonly licenseId: number
  readonly kind: FileKind
  readonly createdAt: number
}
