import type { Configuration } from '../configuration/configuration.js'
import { consequencesOf } from '../facts/consequences.js'
import { type Fact, licenseOf } from '../facts/fact.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { NewDelivery } from '../ports/stores/outbox.js'

/** A delivery as far as the fact and the webhook decide it. */
export type MatchedDelivery = Pick<NewDelivery, 'licenseId' | 'chatId' | 'webhookId' | 'payload'>

/** What a fact has webhooks of its license sent; `head`: of its chat after the change, `null` where it is about none. */
export function deliveriesOf(
  { webhooks }: Pick<Configuration, 'webhooks'>,
  fact: Fact,
  head: ChatHead | null,
): readonly MatchedDelivery[] {
  const { webhook: action } = consequencesOf(fact.name)
  const meant = webhooks.filter((webhook) => webhook.action === action && webhook.accepts(fact, head))
  if (meant.length === 0) return []
  const common = {
    licenseId: licenseOf(fact),
    chatId: head === null ? null : head.id,
    payload: asDecided(fact),
  }
  return meant.map(({ id: webhookId }) => Object.assign({ webhookId }, common))
}

/** The `order` of an event is for the commit to allocate; the row has it beside the fact. */
function asDecided(fact: Fact): string {
  if (fact.name !== 'incoming_event') return JSON.stringify(fact)
  const event = Object.assign({}, fact.event, { order: undefined })
  return JSON.stringify(Object.assign({}, fact, { event }))
}
