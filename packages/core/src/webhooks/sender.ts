import { Agent, type Dispatcher } from 'undici'
import { ParleyConfigError } from '../config-error.js'
import type { WebhookTargets } from '../domain/webhook-targets.js'
import type { Clock } from '../ports/clock.js'
import { guardedConnector } from './guarded-connector.js'
import { HostAddresses, type ResolveHost } from './host-addresses.js'
import { ResponseFloods } from './response-floods.js'
import { ResponseHandler, type WebhookResponse } from './response-handler.js'

/** One HTTP request to a destination. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SenderDependencies {
  readonly clock: Clock
  readonly targets: WebhookTargets
  /** Timeout of one request in milliseconds, from connecting to the end of the response. */
  readonly timeoutMs: number
  /** Looks up the addresses of a host. Default: the name servers of the machine. */
  readonly resolve?: ResolveHost
}

const maxHeaderBytes = 16_384
/** Time after which an idle connection is closed, in milliseconds. */
const idleMs = 4_000
const maxIdleMs = 10_000

/** Thrown when a request exceeds its timeout. */
class TimedOutError extends Error {
  constructor(timeoutMs: number) {
    super(`no complete response within ${timeoutMs} ms`)
  }
}

/**
 * Sends requests to untrusted destinations. Does not follow redirects, and neither keeps nor decompresses responses.
 */
export class Sender {
  readonly #dependencies: SenderDependencies
  readonly #addresses: HostAddresses
  readonly #agent: Agent
  readonly #underWay = new Set<ResponseHandler>()

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies
    const { clock, targets, timeoutMs } = dependencies
    const floods = new ResponseFloods(clock)
    this.#addresses = new HostAddresses(targets)
    const resolve = dependencies.resolve ?? this.#addresses.resolve
    this.#agent = new Agent({
      connect: guardedConnector({ targets, resolve, timeoutMs, floods }),
      // Requests are ended by the engine's clock instead.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
      ...{ pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: maxIdleMs },
      maxHeaderSize: maxHeaderBytes,
    })
  }

  /**
   * Sends a request and returns the response. Rejects with an error that explains the failure when there is no
   * response.
   */
  post(post: Post): Promise<WebhookResponse> {
    const { clock, timeoutMs } = this.#dependencies
    return new Promise((resolve, reject) => {
      const request = requestOf(post)
      const end = () => {
        stop()
        this.#underWay.delete(handler)
      }
      const onResponse = (response: WebhookResponse) => {
        end()
        resolve(response)
      }
      const onError = (cause: unknown) => {
        end()
        reject(cause)
      }
      const handler = new ResponseHandler({ onResponse, onError })
      const stop = clock.every(timeoutMs, () => handler.abort(new TimedOutError(timeoutMs)))
      this.#underWay.add(handler)
      dispatch(this.#agent, request, handler)
    })
  }

  /** Aborts all running requests and closes all connections. */
  async close(): Promise<void> {
    for (const handler of this.#underWay) handler.abort(new Error('this node is shutting down'))
    this.#addresses.close()
    await destroyAgent(this.#agent)
  }
}

/**
 * Closes the connections of an agent. Other runtimes have their own `undici`: agents in Bun hold no connections and
 * have no `destroy`.
 */
export async function destroyAgent(agent: Partial<Pick<Agent, 'destroy'>>): Promise<void> {
  await agent.destroy?.()
}

/** Starts a request. Throws when the agent of the runtime cannot send, so that the delivery fails with that reason. */
function dispatch(
  agent: Partial<Pick<Agent, 'dispatch'>>,
  request: Dispatcher.DispatchOptions,
  handler: ResponseHandler,
): void {
  if (agent.dispatch === undefined) {
    const message = 'Webhooks need Node.js: the undici of this runtime cannot send requests'
    throw new ParleyConfigError('runtime_unsupported', { message })
  }
  agent.dispatch(request, handler)
}

function requestOf({ url, headers, body }: Post) {
  const { origin, pathname, search } = new URL(url)
  const common = { 'content-type': 'application/json', 'user-agent': 'Parley' }
  const path = `${pathname}${search}`
  return { origin, path, method: 'POST', headers: Object.assign(common, headers), body } as const
}
