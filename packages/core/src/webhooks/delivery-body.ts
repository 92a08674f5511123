import type { Delivery } from '../model/delivery.js'

/**
 * Returns the body of a delivery (spec configuration.md "Webhook request"): the payload that was rendered when the fact
 * was created, completed with the order that the commit gave the event. Every attempt sends the same bytes.
 */
export function deliveryBody(
  { webhookId, payload, eventOrder }: Pick<Delivery, 'webhookId' | 'payload' | 'eventOrder'>,
  secretKey: string,
): string {
  const rendered: unknown = JSON.parse(payload)
  if (!isRecord(rendered)) throw new TypeError('The payload of a delivery is not an object')
  if (eventOrder !== null) setOrder(rendered, eventOrder)
  return JSON.stringify({ webhook_id: webhookId, secret_key: secretKey, ...rendered })
}

function setOrder({ data }: Record<string, unknown>, order: number): void {
  const event = isRecord(data) ? data.event : undefined
  if (!isRecord(event)) throw new TypeError('The delivery of an event contains no event')
  event.order = order
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
