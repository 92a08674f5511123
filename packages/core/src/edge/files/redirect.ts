import type { StoredFile } from '../../model/file.js'
import type { Files } from '../../ports/files.js'
import type { HttpResponse } from '../http/http.js'
import { contentHeaders, isAttachment } from './file-answer.js'

/** For as long as it takes to begin; whoever goes on later asks Parley again. */
const maxLifetimeSeconds = 60

/**
 * Sends who asks for an attachment to where its bytes are (decisions §16.23), if that place gives out addresses;
 * `undefined`: they pass through Parley. What is shown always does, for its headers cannot be told there.
 */
export async function redirectTo(
  files: Files,
  { key, name, contentType }: StoredFile,
  leftSeconds: number,
): Promise<HttpResponse | undefined> {
  if (files.presign === undefined || !isAttachment(contentType)) return undefined
  // Addresses there last whole seconds, so one would outlast the one that was asked for.
  if (leftSeconds < 1) return undefined
  const headers = contentHeaders({ name, contentType })
  const location = await files.presign(key, {
    lifetimeSeconds: Math.min(leftSeconds, maxLifetimeSeconds),
    contentType: headers['Content-Type'],
    contentDisposition: headers['Content-Disposition'],
  })
  // Both addresses are permissions: neither is told on, and the one is not kept for longer than it is good.
  const kept = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
  return { status: 302, headers: { Location: location, ...kept }, body: '' }
}
