import type { Shutdown } from '../../dispatch/shutdown.js'
import { ParleyError } from '../../errors.js'
import type { HealthChecks } from '../../health/health-checks.js'
import type { Settings } from '../../settings.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { failure, json, markAsLast, preflight, withHeaders } from '../http/responses.js'
import { retryAfterHeader } from '../http/retry-after.js'

export interface HealthApiDependencies {
  readonly settings: Settings
  readonly health: Pick<HealthChecks, 'recent'>
  readonly shutdown: Shutdown
}

const methods = 'GET, HEAD'

/**
 * Responds to load balancers and orchestrators (decisions §16.30). `live` reports that the process responds at all.
 * `ready`, which is also served at the root, reports whether the node should receive requests. The response reveals
 * only which part is unavailable. Each part is checked at most once a second.
 */
export class HealthApi {
  readonly #dependencies: HealthApiDependencies
  readonly #live: string
  /** Paths of `ready`. */
  readonly #ready: readonly string[]

  constructor(dependencies: HealthApiDependencies) {
    this.#dependencies = dependencies
    const { health } = dependencies.settings.paths
    this.#live = `${health}/live`
    this.#ready = [health, `${health}/ready`]
  }

  /** Returns whether the path is a health check. Other paths below the prefix belong to the host. */
  owns(path: string): boolean {
    return path === this.#live || this.#ready.includes(path)
  }

  /** Handles a request. Never rejects. */
  async handle(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.#respond(request)
    return this.#dependencies.shutdown.hasBegun ? markAsLast(response) : response
  }

  async #respond({ method, path, headers }: HttpRequest): Promise<HttpResponse> {
    if (method === 'OPTIONS') return preflight(methods, headers)
    if (method !== 'GET' && method !== 'HEAD') {
      return failure(new ParleyError('method_not_allowed', { data: { allow: methods } }))
    }
    if (path === this.#live) return json(200, { status: 'ok' })
    const health = await this.#dependencies.health.recent()
    const status = health.status === 'ok' ? 200 : 503
    return withHeaders(json(status, health), retryAfterHeader(status))
  }
}
