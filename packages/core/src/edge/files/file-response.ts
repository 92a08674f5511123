import { type ByteRange, parseByteRange } from '../../domain/byte-ranges.js'
import { contentDisposition } from '../../domain/content-disposition.js'
import { isImageType, textType } from '../../domain/file-types.js'
import type { StoredFile } from '../../model/file.js'
import type { Files } from '../../ports/files.js'
import { getHeader } from '../http/headers.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'

/** One year, for files that never change. */
const foreverSeconds = 31_536_000

/**
 * Returns the file, a range of it, or 304 when it has not changed (RFC 9110 §13, §14). Browsers never run its content:
 * images are shown, and everything else is downloaded. `maxAgeSeconds` is `undefined` for a public file.
 */
export function fileResponse(
  { method, headers }: Pick<HttpRequest, 'method' | 'headers'>,
  file: StoredFile,
  files: Files,
  maxAgeSeconds: number | undefined,
): HttpResponse {
  const shared = sharedHeaders(file, maxAgeSeconds)
  const { ETag: tag } = shared
  if (isNamed(getHeader(headers, 'if-none-match'), tag)) return { status: 304, headers: shared, body: '' }
  const condition = getHeader(headers, 'if-range')
  const isRanged = method === 'GET' && (condition === undefined || condition === tag)
  const range = isRanged ? parseByteRange(getHeader(headers, 'range'), file.size) : undefined
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...shared, 'Content-Range': `bytes */${file.size}` }, body: '' }
  }
  const served = { ...shared, ...contentHeaders(file) }
  if (range === undefined) return toResponse(200, served, files, file, { start: 0, end: file.size })
  const contentRange = `bytes ${range.start}-${range.end - 1}/${file.size}`
  return toResponse(206, { ...served, 'Content-Range': contentRange }, files, file, range)
}

function toResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  files: Files,
  { key }: StoredFile,
  range: ByteRange,
): HttpResponse {
  return { status, headers, body: { chunks: files.read(key, range), length: range.end - range.start } }
}

function sharedHeaders({ key }: StoredFile, maxAgeSeconds: number | undefined) {
  return {
    // The bytes of a key never change.
    ETag: `"${key.slice(0, 32)}"`,
    'Cache-Control':
      maxAgeSeconds === undefined
        ? `public, max-age=${foreverSeconds}, immutable`
        : `private, max-age=${Math.max(0, maxAgeSeconds)}, immutable`,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    // Files of a chat are meant to be shown in pages of other origins.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // The address alone grants access, so it must not leak.
    'Referrer-Policy': 'no-referrer',
  }
}

/** Returns the headers that describe the content. */
export function contentHeaders({ name, contentType }: Pick<StoredFile, 'name' | 'contentType'>) {
  const type = isAttachment(contentType) ? 'attachment' : 'inline'
  return {
    'Content-Type': contentType === textType ? `${textType}; charset=utf-8` : contentType,
    'Content-Disposition': contentDisposition(type, name),
  }
}

/** Returns whether the file is downloaded instead of shown. */
export function isAttachment(contentType: string): boolean {
  return !isImageType(contentType)
}

/** Returns whether a list of entity tags contains this one. Weak tags count (RFC 9110 §13.1.2). */
function isNamed(list: string | undefined, tag: string): boolean {
  if (list === undefined) return false
  return list.trim() === '*' || list.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
