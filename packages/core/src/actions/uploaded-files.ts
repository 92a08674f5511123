import type { Static } from 'typebox'
import type { uploadedFile } from '../contract/objects/uploaded-file.js'
import type { RequestedEvent } from '../domain/events.js'
import { findImageKey, imagePrefix } from '../domain/file-urls.js'
import { invalidField, ParleyError } from '../errors.js'
import type { FileContent } from '../model/event.js'
import type { FileDetails } from '../model/file.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { ChatContext } from './access.js'

/** A file that was uploaded with the request. */
export type UploadedFile = Static<typeof uploadedFile>

/** Returns the event content for a file that was uploaded with its request. */
export function toFileContent({ key, name, content_type, size, width, height }: UploadedFile): FileContent {
  return fileContent({ name, path: key, content_type, size }, width, height)
}

/**
 * Keeps the uploaded file permanently if the transaction commits. Throws `request_timeout` when the request was
 * cancelled meanwhile.
 */
export async function keepFile(
  tx: StorageTransaction,
  { key, name, content_type, size, width, height }: UploadedFile,
  eventId: string | null,
): Promise<void> {
  const pixels = { width: width ?? null, height: height ?? null }
  const details: FileDetails = { name, contentType: content_type, size, ...pixels, eventId }
  if (!(await tx.files.keep(key, details))) throw new ParleyError('request_timeout')
}

/**
 * Returns the file content for each event of type file, and `undefined` for other events. The file must be an image
 * that `upload_image` returned for the same license (decisions §15.22); anything else throws a `validation` error.
 */
export async function filesNamedBy(
  context: ChatContext,
  events: readonly RequestedEvent[],
  pathOf: (index: number) => string,
): Promise<readonly (FileContent | undefined)[]> {
  const found: (FileContent | undefined)[] = []
  for (const [index, event] of events.entries()) {
    found.push(event.type === 'file' ? await requireImage(context, event, pathOf(index)) : undefined)
  }
  return found
}

async function requireImage(
  { read, principal, settings }: ChatContext,
  { url, path }: Extract<RequestedEvent, { readonly type: 'file' }>,
  at: string,
): Promise<FileContent> {
  if ((url === undefined) === (path === undefined)) {
    const rule = url === undefined ? 'required' : 'conflicts_with'
    throw invalidField({ path: at, rule }, 'must have either url or path')
  }
  const key = findImageKey(
    { ...(url !== undefined && { url }), ...(path !== undefined && { path }) },
    settings.filesUrl,
  )
  const image = key === undefined ? undefined : await read.files.get(key)
  if (image === undefined || image.kind !== 'image' || image.licenseId !== principal.licenseId) {
    const field = `${at}.${url === undefined ? 'path' : 'url'}`
    throw invalidField({ path: field, rule: 'not_found' }, 'is not one that upload_image returned')
  }
  const { name, contentType, size, width, height } = image
  const shown = { name, path: `${imagePrefix}${image.key}`, content_type: contentType, size }
  return fileContent(shown, width ?? undefined, height ?? undefined)
}

function fileContent(
  { name, path, content_type, size }: Pick<FileContent, 'name' | 'path' | 'content_type' | 'size'>,
  width: number | undefined,
  height: number | undefined,
): FileContent {
  const pixels = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
  return { type: 'file', name, path, content_type, size, ...pixels }
}
