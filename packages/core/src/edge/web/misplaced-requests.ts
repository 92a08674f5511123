import { invalid, ParleyError, SetUpError } from '../../errors.js'
import type { Logger } from '../../ports/logger.js'
import type { Settings } from '../../settings.js'
import { getHeader } from '../http/headers.js'
import type { HttpHeaders, HttpRequest } from '../http/http.js'
import { findAdvice, getBaseUrlAdvice } from '../protocol/misplaced.js'
import { isSocketIoPath } from '../protocol/routes.js'

/** Explains requests to paths at which there is no action, and what the host may have configured wrong. */
export class MisplacedRequests {
  readonly #settings: Settings
  readonly #logger: Logger
  #hasWarned = false

  constructor(settings: Settings, logger: Logger) {
    this.#settings = settings
    this.#logger = logger
  }

  /** Returns a set-up error. The mount path of a framework is certain, so this is logged as a failure. */
  unnamedPrefix(prefix: string): ParleyError {
    return new SetUpError(
      'mount_path_mismatch',
      `Parley is mounted at ${prefix}, which baseUrl does not name: ${getBaseUrlAdvice(prefix)}`,
    )
  }

  /**
   * Returns `not_found`, with advice if the path looks like one of Parley. Clients can request any path, so the advice
   * is a guess and is logged only once.
   */
  notFound({ path }: HttpRequest): ParleyError {
    const advice = findAdvice(path, this.#settings)
    if (advice === undefined) return new ParleyError('not_found')
    if (!this.#hasWarned)
      this.#logger.warn('Nothing of Parley is at a path that looks like it', { path, advice })
    this.#hasWarned = true
    return new ParleyError('not_found', { detail: advice })
  }

  /** Returns the error for an HTTP request to a real-time address. */
  noConnection({ path, headers }: HttpRequest): ParleyError {
    if (isSocketIoPath(path, this.#settings.paths))
      return invalid({ path: 'url', rule: 'unsupported' }, socketIoAdvice)
    if (asksForWebSocket(headers)) return new SetUpError('websocket_not_attached', attachAdvice)
    return invalid(
      { path: 'url', rule: 'unsupported' },
      'this address takes websockets, and the request, or a proxy in front, does not ask for one',
    )
  }
}

const socketIoAdvice =
  "this address takes Socket.IO once attachSocketIo(server, parley) of @parley/adapter-socketio has the server that listens; over HTTP/2 it takes websockets alone: transports: ['websocket']"

const attachAdvice =
  'the server hands no websockets to Parley: call attachRtm(server, parley) of @parley/adapter-node with the server that listens'

/** Checks both headers, as the server would for an upgrade. If one is missing, the mistake is not a missing adapter. */
function asksForWebSocket(headers: HttpHeaders): boolean {
  const asks = (name: string, token: string) =>
    (getHeader(headers, name) ?? '').split(',').some((part) => part.trim().toLowerCase() === token)
  return asks('upgrade', 'websocket') && asks('connection', 'upgrade')
}
