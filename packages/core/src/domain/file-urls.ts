/** Makes the URL that an event shows for its file. Reads nothing from the storage, because views call it. */
export interface FileUrls {
  /**
   * Returns the URL of the file at `path`, which is relative to {files_url}, as the event stores it. The URL of a file
   * that is not public is signed, and is valid for a limited time from `now`.
   */
  getUrl(path: string, now: number): string
}

/** Path prefix of images, which are public (decisions §16.23). */
export const imagePrefix = 'images/'

const keyPattern = /^[0-9a-f]{64}$/

/** Returns whether the text has the form of a file key. */
export function isFileKey(text: string): boolean {
  return keyPattern.test(text)
}

/**
 * Returns the key of the image that a request names, either by the `path` that `upload_image` returned or by its `url`,
 * or `undefined` when `upload_image` never returns such a value. `filesUrl` is {files_url} as this engine writes it.
 */
export function findImageKey(
  { path, url }: { readonly path?: string; readonly url?: string },
  filesUrl: string,
): string | undefined {
  const prefix = `${filesUrl}/${imagePrefix}`
  const key = path ?? (url?.startsWith(prefix) ? url.slice(prefix.length) : undefined)
  return key !== undefined && isFileKey(key) ? key : undefined
}
