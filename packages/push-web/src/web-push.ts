import { createHash } from 'node:crypto'
import type { Agent } from 'node:https'
import {
  type Device,
  HostAddresses,
  ParleyConfigError,
  type PushMessage,
  type PushOutcome,
  type PushService,
} from '@parley/core/ports'
import webPushLibrary, { type PushSubscription } from 'web-push'
import { HostLookups } from './host-lookups.js'
import { post } from './post.js'
import { requirePublicHost } from './public-hosts.js'
import { pushAgent } from './push-agent.js'

/** Options of `webPush`. */
export interface WebPushOptions {
  /**
   * VAPID identity that push services know the sender by (RFC 8292). `npx web-push generate-vapid-keys` creates the
   * keys.
   */
  readonly vapid: {
    /** Contact for push services: a `mailto:` or https address. */
    readonly subject: string
    /** Public key that browsers pass as `applicationServerKey` when they subscribe. */
    readonly publicKey: string
    /** Private key that requests are signed with. */
    readonly privateKey: string
  }
  /** Time that a push service keeps a notification for an offline browser, in seconds. Default: 3,600. */
  readonly ttlSeconds?: number
  /** Whether loopback and private addresses are allowed, for development and tests. Default: `false`. */
  readonly allowPrivateTargets?: boolean
  /** PEM certificates of the authorities to trust instead of the system's, for a push service of your own. */
  readonly ca?: string
}

/**
 * Creates a push service that notifies browsers (devices of platform `web`) by the Web Push protocol. Messages are
 * encrypted for the browser (RFC 8291), so a push service cannot read them. The service worker receives the message as
 * JSON with keys in snake_case. Throws a `ParleyConfigError` for invalid VAPID details.
 */
export function webPush(options: WebPushOptions): PushService {
  checkVapid(options)
  return new WebPush(options)
}

interface PushContent {
  readonly payload: string
  readonly topic: string
  readonly licenseId: number
  readonly signal: AbortSignal
}

const defaultTtlSeconds = 3_600
/** Statuses that mean the subscription has ended or never existed. */
const deadStatuses: ReadonlySet<number> = new Set([404, 410])
const topicLength = 32

class WebPush implements PushService {
  readonly #options: WebPushOptions
  readonly #agent: Agent
  readonly #lookups: HostLookups

  constructor(options: WebPushOptions) {
    this.#options = options
    this.#agent = pushAgent(options)
    const { allowPrivateTargets = false } = options
    const addresses = new HostAddresses({ allowsPrivate: allowPrivateTargets, hosts: new Set(), ranges: [] })
    this.#lookups = new HostLookups({ resolve: addresses.resolve, allowPrivateTargets })
  }

  async notify(
    devices: readonly Device[],
    message: PushMessage,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<PushOutcome> {
    const payload = payloadOf(message)
    const topic = topicOf(message)
    const browsers = devices.filter(({ platform }) => platform === 'web')
    const { licenseId } = message
    const sent = await settleEach(signal, browsers, ({ token }, own) =>
      this.#send(token, { payload, topic, licenseId, signal: own }),
    )
    const deadTokens = browsers.flatMap(({ token }, index) => {
      const result = sent[index]
      return result?.status === 'fulfilled' && result.value === 'dead' ? [token] : []
    })
    const failures = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    return { deadTokens, failures }
  }

  async #send(token: string, { payload, topic, licenseId, signal }: PushContent): Promise<'sent' | 'dead'> {
    const subscription: PushSubscription = JSON.parse(token)
    const endpoint = new URL(subscription.endpoint)
    this.#requireTarget(endpoint)
    const { vapid: vapidDetails, ttlSeconds: TTL = defaultTtlSeconds } = this.#options
    const options = { vapidDetails, TTL, topic, urgency: 'high' } as const
    const { headers, body } = webPushLibrary.generateRequestDetails(subscription, payload, options)
    const status = await post(
      { endpoint, headers: { ...headers }, body },
      { agent: this.#agent, signal, lookup: this.#lookups.createLookup(licenseId, signal) },
    )
    if (deadStatuses.has(status)) return 'dead'
    if (status < 200 || status > 299) throw new Error(`${endpoint.origin} responded with ${status}`)
    return 'sent'
  }

  #requireTarget(endpoint: URL): void {
    if (endpoint.protocol !== 'https:') throw new Error(`${endpoint.origin} is not https`)
    if (this.#options.allowPrivateTargets !== true) requirePublicHost(endpoint)
  }
}

/**
 * Runs `run` for each item with its own signal. Every request adds a listener to its signal, and a shared signal would
 * collect them all.
 */
async function settleEach<Item, Result>(
  signal: AbortSignal,
  items: readonly Item[],
  run: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  const aborts = items.map(() => new AbortController())
  const abort = () => {
    for (const one of aborts) one.abort(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.allSettled(items.map((item, index) => run(item, aborts[index]?.signal ?? signal)))
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function checkVapid({ vapid }: WebPushOptions): void {
  try {
    const { subject, publicKey, privateKey } = vapid
    webPushLibrary.getVapidHeaders('https://push.example', subject, publicKey, privateKey, 'aes128gcm')
  } catch (cause) {
    const message = 'webPush needs vapid, with a subject, a publicKey and a privateKey'
    throw new ParleyConfigError('option_invalid', { option: 'webPush.vapid', message, cause })
  }
}

function payloadOf(message: PushMessage): string {
  return JSON.stringify({
    title: message.title,
    body: message.body,
    reason: message.reason,
    license_id: message.licenseId,
    agent_id: message.agentId,
    chat_id: message.chatId,
    thread_id: message.threadId,
    event_type: message.eventType,
    event_count: message.eventCount,
  })
}

/**
 * Returns the topic of a chat. A push service keeps only the latest message per topic. The hash does not reveal the
 * chat.
 */
function topicOf({ licenseId, chatId }: PushMessage): string {
  return createHash('sha256').update(`${licenseId} ${chatId}`).digest('base64url').slice(0, topicLength)
}
