import type { Shutdown } from '../../dispatch/shutdown.js'
import { ParleyError } from '../../errors.js'
import type { HealthChecks } from '../../health/health-checks.js'
import type { Settings } from '../../settings.js'
import type { HttpRequest, HttpResponse } from '../http/http.js'
import { asLast, failure, json, preflight, withHeaders } from '../http/responses.js'
import { retryAfterHeader } from '../http/retry-after.js'

export interface HealthApiDependencies {
  readonly settings: Settings
  readonly health: Pick<HealthChecks, 'recent'>
  readonly shutdown: Shutdown
}

const methods = 'GET, HEAD'

/**
 * What load balancers and orchestrators ask (decisions §16.30): `live`, whether the process answers at all, and `ready`,
 * which the root answers too, whether it should get requests. Tells nothing but which part is away, to anybody, and costs
 * the parts one question a second at most.
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

  /** What else is below the prefix is the host's. */
  owns(path: string): boolean {
    return path === this.#live || this.#ready.includes(path)
  }

  /** Never rejects. */
  async answer(request: HttpRequest): Promise<HttpResponse> {
    const response = await this.#respond(request)
    return this.#dependencies.shutdown.hasBegun ? asLast(response) : response
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
