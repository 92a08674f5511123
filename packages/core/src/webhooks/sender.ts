import { Agent } from 'undici'
import type { WebhookTargets } from '../domain/webhook-targets.js'
import type { Clock } from '../ports/clock.js'
import { guardedConnector } from './guarded-connector.js'
import { HostAddresses, type ResolveHost } from './host-addresses.js'

/** One request to a destination. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  /** As it stands in the header. */
  readonly retryAfter: string | null
}

export interface SenderDependencies {
  readonly clock: Clock
  readonly targets: WebhookTargets
  /** Of one request: connection, headers and answer together. */
  readonly timeoutMs: number
  /** Default: the name servers of the machine. */
  readonly resolve?: ResolveHost
}

/** Of an answer; nobody wants it, but a connection is used again only once it was read. */
const maxAnswerBytes = 65_536
const maxHeaderBytes = 16_384
/** Between two requests of a connection. */
const idleMs = 4_000
const maxIdleMs = 10_000

/** The time of a request is over. */
class TimedOutError extends Error {
  constructor(timeoutMs: number) {
    super(`no whole answer within ${timeoutMs} ms`)
  }
}

/** Sends to destinations that nobody vouches for. Redirects are not followed, and answers neither kept nor inflated. */
export class Sender {
  readonly #dependencies: SenderDependencies
  readonly #addresses: HostAddresses
  readonly #agent: Agent
  readonly #underWay = new Set<AbortController>()

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies
    const { targets, timeoutMs } = dependencies
    this.#addresses = new HostAddresses(targets)
    const resolve = dependencies.resolve ?? this.#addresses.resolve
    this.#agent = new Agent({
      connect: guardedConnector({ targets, resolve, timeoutMs }),
      // The clock ends requests, and not these.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
      ...{ pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: maxIdleMs },
      maxHeaderSize: maxHeaderBytes,
    })
  }

  /** Rejects where there is no answer, with an error whose message says why. */
  async post(post: Post): Promise<Answer> {
    const { clock, timeoutMs } = this.#dependencies
    const abort = new AbortController()
    const stop = clock.every(timeoutMs, () => abort.abort(new TimedOutError(timeoutMs)))
    this.#underWay.add(abort)
    try {
      // A request that waits for its connection does not end with its signal; it is not sent any more.
      return await Promise.race([this.#post(post, abort.signal), rejectsWith(abort.signal)])
    } finally {
      stop()
      this.#underWay.delete(abort)
    }
  }

  /** What is under way rejects, and no connection stays open. */
  async close(): Promise<void> {
    for (const abort of this.#underWay) abort.abort(new Error('this node goes down'))
    this.#addresses.close()
    await this.#agent.destroy()
  }

  async #post({ url, headers, body }: Post, signal: AbortSignal): Promise<Answer> {
    const { origin, pathname, search } = new URL(url)
    const answer = await this.#agent.request({
      ...{ origin, path: `${pathname}${search}`, method: 'POST' },
      headers: { 'content-type': 'application/json', 'user-agent': 'Parley', ...headers },
      ...{ body, signal },
    })
    await answer.body.dump({ limit: maxAnswerBytes, signal })
    const { 'retry-after': retryAfter } = answer.headers
    return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null }
  }
}

function rejectsWith(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
