import type { Deadlines } from '../../dispatch/deadlines.js'
import { toParleyError } from '../../dispatch/failures.js'
import type { Shutdown } from '../../dispatch/shutdown.js'
import { imagePrefix, isFileKey } from '../../domain/file-urls.js'
import { ParleyError } from '../../errors.js'
import type { FileLinks } from '../../files/file-links.js'
import type { FailureLog } from '../../logging/failure-log.js'
import type { StoredFile } from '../../model/file.js'
import type { Clock } from '../../ports/clock.js'
import type { Files } from '../../ports/files.js'
import type { StorageReads } from '../../ports/storage.js'
import type { Settings } from '../../settings.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { corsHeaders, failure, markAsLast, preflight, withHeaders } from '../http/responses.js'
import { SlotPool } from '../http/slot-pool.js'
import { fileResponse } from './file-response.js'
import { redirectTo } from './redirect.js'

export interface FileApiDependencies {
  readonly settings: Settings
  readonly clock: Clock
  readonly read: Pick<StorageReads, 'files'>
  /** `undefined` when the host stores no files. */
  readonly files: Files | undefined
  readonly fileLinks: FileLinks
  readonly deadlines: Deadlines
  readonly shutdown: Shutdown
  readonly failures: FailureLog
}

const methods = 'GET, HEAD'

/** Serves files (decisions §6.14, §16.23): by signed addresses, and images by public ones. */
export class FileApi {
  readonly #dependencies: FileApiDependencies
  readonly #slots: SlotPool
  /** Prefix of all file addresses. */
  readonly #root: string

  constructor(dependencies: FileApiDependencies) {
    this.#dependencies = dependencies
    this.#slots = new SlotPool({ count: dependencies.settings.limits.downloadCount })
    this.#root = `${dependencies.settings.paths.files}/`
  }

  owns(path: string): boolean {
    return path.startsWith(this.#root) || path === this.#dependencies.settings.paths.files
  }

  /** Handles a request. Never rejects. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    const { settings, shutdown } = this.#dependencies
    const cors = corsHeaders(request.headers, settings.corsOrigins)
    const response = await this.#respond(request).catch((cause: unknown) => this.#refuse(cause, request))
    return withHeaders(shutdown.hasBegun ? markAsLast(response) : response, cors)
  }

  async #respond(request: HttpRequest): Promise<HttpResponse> {
    const { files, shutdown, deadlines } = this.#dependencies
    const { method, path, query, headers } = request
    if (method === 'OPTIONS') return preflight(methods, headers)
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ParleyError('method_not_allowed', { data: { allow: methods } })
    }
    shutdown.check()
    if (files === undefined || !path.startsWith(this.#root)) throw new ParleyError('not_found')
    const maxAgeSeconds = this.#lifetimeOf(path.slice(this.#root.length), query)
    const found = await deadlines.run(async () => {
      const file = await this.#find(files, path.slice(this.#root.length))
      const isRead = method === 'GET' && maxAgeSeconds !== undefined
      return { file, redirect: isRead ? await redirectTo(files, file, maxAgeSeconds) : undefined }
    })
    const { file, redirect } = found
    if (redirect !== undefined) return redirect
    const release = method === 'GET' ? this.#slots.take(request) : undefined
    const response = fileResponse(request, file, files, maxAgeSeconds)
    return release === undefined ? response : { ...response, onClose: release }
  }

  /**
   * Returns how long the address allows access, in seconds; `undefined` for unlimited access. Throws when the address
   * allows none.
   */
  #lifetimeOf(path: string, query: string): number | undefined {
    const { fileLinks, clock, settings } = this.#dependencies
    if (path.startsWith(imagePrefix)) return undefined
    if (query.length > settings.limits.queryBytes || !isFileKey(path)) throw new ParleyError('not_found')
    const parameters = new URLSearchParams(query)
    const now = clock.now()
    const state = fileLinks.check(path, parameters, now)
    if (state === 'forged')
      throw new ParleyError('authorization', { detail: 'the address is not signed for this file' })
    if (state === 'expired') throw new ParleyError('authorization', { detail: 'the address has expired' })
    return Math.floor(Number(parameters.get('expires')) - now / 1_000)
  }

  async #find(files: Files, path: string): Promise<StoredFile> {
    const kind = path.startsWith(imagePrefix) ? 'image' : 'file'
    const key = kind === 'image' ? path.slice(imagePrefix.length) : path
    const file = isFileKey(key) ? await this.#dependencies.read.files.get(key) : undefined
    if (file === undefined || file.kind !== kind) throw new ParleyError('not_found')
    if ((await files.size(key)) === file.size) return file
    throw new ParleyError('internal', { cause: new Error(`The file ${key} is not as it was kept`) })
  }

  #refuse(cause: unknown, { method, path }: HttpRequest): HttpResponse {
    const error = toParleyError(cause)
    return failure(
      error,
      this.#dependencies.failures.request('A file could not be sent', error, { method, path }),
    )
  }
}
