import { invalid, ParleyError, SetUpError } from '../../errors.js'
import type { Logger } from '../../ports/logger.js'
import type { Settings } from '../../settings.js'
import { headerOf } from '../http/headers.js'
import type { HttpHeaders, HttpRequest } from '../http/http.js'
import { adviceOn, setBaseUrl } from '../protocol/misplaced.js'
import { isSocketIoPath } from '../protocol/routes.js'

/** Requests that came to a place where no action is, and what the host may have done wrong. */
export class MisplacedRequests {
  readonly #settings: Settings
  readonly #logger: Logger
  #hasWarned = false

  constructor(settings: Settings, logger: Logger) {
    this.#settings = settings
    this.#logger = logger
  }

  /** Where a framework has mounted the engine cannot be meant otherwise, so that is a failure for the log. */
  unnamedPrefix(prefix: string): ParleyError {
    return new SetUpError(
      'mount_path_mismatch',
      `Parley is mounted at ${prefix}, which baseUrl does not name: ${setBaseUrl(prefix)}`,
    )
  }

  /** Anybody can ask for any path: so it is a guess, which the log has once. */
  notFound({ path }: HttpRequest): ParleyError {
    const advice = adviceOn(path, this.#settings)
    if (advice === undefined) return new ParleyError('not_found')
    if (!this.#hasWarned)
      this.#logger.warn('Nothing of Parley is at a path that looks like it', { path, advice })
    this.#hasWarned = true
    return new ParleyError('not_found', { detail: advice })
  }

  /** A real-time address, asked for over HTTP. */
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

/** As the server would have seen an upgrade; half of it is somebody else's mistake. */
function asksForWebSocket(headers: HttpHeaders): boolean {
  const asks = (name: string, token: string) =>
    (headerOf(headers, name) ?? '').split(',').some((part) => part.trim().toLowerCase() === token)
  return asks('upgrade', 'websocket') && asks('connection', 'upgrade')
}
