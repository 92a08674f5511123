/** Makes the address that an event shows for its file. Reads nothing: views ask it. */
export interface FileUrls {
  /** `path`: below {files_url}, as the event keeps it; what is not public is signed, and good from `now` on for a time. */
  urlOf(path: string, now: number): string
}

/** Before the key of an image, which is public (decisions §16.23). */
export const imagePrefix = 'images/'

const keyPattern = /^[0-9a-f]{64}$/

/** Whether it can be the key of a file. */
export function isFileKey(text: string): boolean {
  return keyPattern.test(text)
}

/**
 * The key of the image that a request names: by the `path` that `upload_image` answered, or by its `url`. `undefined` for
 * what it never answers. `filesUrl`: {files_url}, as this engine writes it.
 */
export function imageKeyOf(
  { path, url }: { readonly path?: string; readonly url?: string },
  filesUrl: string,
): string | undefined {
  const prefix = `${filesUrl}/${imagePrefix}`
  const key = path ?? (url?.startsWith(prefix) ? url.slice(prefix.length) : undefined)
  return key !== undefined && isFileKey(key) ? key : undefined
}
