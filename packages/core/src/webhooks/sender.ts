import { Agent, type Dispatcher } from 'undici'
import type { WebhookTargets } from '../domain/webhook-targets.js'
import type { Clock } from '../ports/clock.js'
import { AnswerFloods } from './answer-floods.js'
import { type Answer, AnswerHandler } from './answer-handler.js'
import { guardedConnector } from './guarded-connector.js'
import { HostAddresses, type ResolveHost } from './host-addresses.js'

/** One request to a destination. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SenderDependencies {
  readonly clock: Clock
  readonly targets: WebhookTargets
  /** Of one request: connection, headers and answer together. */
  readonly timeoutMs: number
  /** Default: the name servers of the machine. */
  readonly resolve?: ResolveHost
}

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
  readonly #underWay = new Set<AnswerHandler>()

  constructor(dependencies: SenderDependencies) {
    this.#dependencies = dependencies
    const { clock, targets, timeoutMs } = dependencies
    const floods = new AnswerFloods(clock)
    this.#addresses = new HostAddresses(targets)
    const resolve = dependencies.resolve ?? this.#addresses.resolve
    this.#agent = new Agent({
      connect: guardedConnector({ targets, resolve, timeoutMs, floods }),
      // The clock ends requests, and not these.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
      ...{ pipelining: 1, keepAliveTimeout: idleMs, keepAliveMaxTimeout: maxIdleMs },
      maxHeaderSize: maxHeaderBytes,
    })
  }

  /** Rejects where there is no answer, with an error whose message says why. */
  post(post: Post): Promise<Answer> {
    const { clock, timeoutMs } = this.#dependencies
    return new Promise((resolve, reject) => {
      const request = requestOf(post)
      const end = () => {
        stop()
        this.#underWay.delete(handler)
      }
      const answered = (answer: Answer) => {
        end()
        resolve(answer)
      }
      const failed = (cause: unknown) => {
        end()
        reject(cause)
      }
      const handler = new AnswerHandler({ answered, failed })
      const stop = clock.every(timeoutMs, () => handler.abort(new TimedOutError(timeoutMs)))
      this.#underWay.add(handler)
      dispatch(this.#agent, request, handler)
    })
  }

  /** What is under way rejects, and no connection stays open. */
  async close(): Promise<void> {
    for (const handler of this.#underWay) handler.abort(new Error('this node goes down'))
    this.#addresses.close()
    await destroyAgent(this.#agent)
  }
}

/** Other runtimes bring an `undici` of their own: agents of Bun's hold no connections, and have no `destroy`. */
export async function destroyAgent(agent: Partial<Pick<Agent, 'destroy'>>): Promise<void> {
  await agent.destroy?.()
}

/** Nor can they send: the delivery fails, and says why. */
function dispatch(
  agent: Partial<Pick<Agent, 'dispatch'>>,
  request: Dispatcher.DispatchOptions,
  handler: AnswerHandler,
): void {
  if (agent.dispatch === undefined)
    throw new TypeError('webhooks need Node.js: undici of this runtime sends nothing')
  agent.dispatch(request, handler)
}

function requestOf({ url, headers, body }: Post) {
  const { origin, pathname, search } = new URL(url)
  const common = { 'content-type': 'application/json', 'user-agent': 'Parley' }
  const path = `${pathname}${search}`
  return { origin, path, method: 'POST', headers: Object.assign(common, headers), body } as const
}
