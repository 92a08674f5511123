import type { StoredFile } from '../../model/file.js'
import type { Files } from '../../ports/files.js'
import type { HttpResponse } from '../http/http.js'
import { contentHeaders, isAttachment } from './file-response.js'

/** Maximum lifetime of an address, in seconds. It only needs to cover the start; a later request asks Parley again. */
const maxLifetimeSeconds = 60

/**
 * Redirects a request for an attachment to the file storage, if the storage supplies addresses (decisions §16.23).
 * Resolves with `undefined` when Parley serves the file itself. Images are always served by Parley, because the storage
 * would not send their headers.
 */
export async function redirectTo(
  files: Files,
  { key, name, contentType }: StoredFile,
  leftSeconds: number,
): Promise<HttpResponse | undefined> {
  if (files.presign === undefined || !isAttachment(contentType)) return undefined
  // Such addresses last whole seconds, so a shorter one would outlast the requested address.
  if (leftSeconds < 1) return undefined
  const headers = contentHeaders({ name, contentType })
  const location = await files.presign(key, {
    lifetimeSeconds: Math.min(leftSeconds, maxLifetimeSeconds),
    contentType: headers['Content-Type'],
    contentDisposition: headers['Content-Disposition'],
  })
  // Both addresses grant access: they must not leak, and the redirect must not be cached beyond its validity.
  const kept = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
  return { status: 302, headers: { Location: location, ...kept }, body: '' }
}
