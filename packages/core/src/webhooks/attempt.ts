import type { SecretKeys } from '../identity/secret-keys.js'
import type { Delivery } from '../model/delivery.js'
import type { DeliveryAttempt, WebhookDestination } from '../model/webhook.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import { deliveryBody } from './delivery-body.js'
import type { WebhookResponse } from './response-handler.js'
import type { Sender } from './sender.js'
import { signatureHeaders } from './signature.js'
import { getVerdict, type Verdict } from './verdict.js'

export interface AttemptDependencies {
  readonly clock: Clock
  readonly ids: Ids
  readonly sender: Pick<Sender, 'post'>
  readonly secretKeys: Pick<SecretKeys, 'open'>
}

/** A finished attempt, and what it means for its delivery. */
export interface AttemptResult {
  readonly delivery: Delivery
  readonly attempt: DeliveryAttempt
  readonly verdict: Verdict
}

const maxReasonLength = 200
const chances = 2 ** 32

/** Makes one attempt to deliver. Never rejects. */
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  delivery: Delivery,
  to: WebhookDestination,
): Promise<AttemptResult> {
  const { clock, ids } = dependencies
  const [startedAt, beganAt] = [clock.now(), clock.monotonic()]
  const outcome = await post(dependencies, delivery, to, startedAt)
  const chance = Buffer.from(ids.randomBytes(4)).readUInt32BE() / chances
  const attemptCount = delivery.attemptCount + 1
  const now = clock.now()
  const verdict = getVerdict(outcome, { attemptCount, chance, now })
  const delayMs = verdict.kind === 'delivered' ? null : verdict.delayMs
  const attempt = {
    ...{ id: ids.uuid(), webhookId: delivery.webhookId, deliveryId: delivery.id, startedAt },
    durationMs: Math.round(clock.monotonic() - beganAt),
    status: 'reason' in outcome ? null : outcome.status,
    reason: verdict.kind === 'delivered' ? null : verdict.reason,
    nextAt: delayMs === null ? null : now + delayMs,
  }
  return { delivery, attempt, verdict }
}

async function post(
  { sender, secretKeys }: AttemptDependencies,
  delivery: Delivery,
  { id, url, secretKey: sealed }: WebhookDestination,
  startedAt: number,
): Promise<WebhookResponse | { readonly reason: string }> {
  try {
    const secretKey = secretKeys.open(sealed, id)
    const body = deliveryBody(delivery, secretKey)
    const timestamp = Math.floor(startedAt / 1_000)
    return await sender.post({
      url,
      headers: signatureHeaders(secretKey, { id: delivery.id, timestamp, body }),
      body,
    })
  } catch (cause) {
    return { reason: reasonOf(cause) }
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  const text = [code, cause.message].filter((part) => part !== '').join(': ')
  return (text === '' ? cause.name : text).slice(0, maxReasonLength)
}
