import { actionsOf, card, cardButton, code, codes, facts } from './card-parts.js'
import { element } from './dom.js'
import { hiddenKey } from './secret-key.js'
import { filterTexts } from './webhook-actions.js'

/**
 * Returns the card of one webhook in the list.
 *
 * @param owner name of its app
 * @param deliveries the node that shows its deliveries
 * @param actions `secretKey`, `enable` and `remove`, each called with the webhook
 */
export function webhookCard(webhook, { owner, deliveries, actions }) {
  const { webhook_id, url, action, description, filters, additional_data = [], disabled_at } = webhook
  const what = webhookName(webhook)
  const conditions = filterTexts(filters)
  const isDisabled = disabled_at !== null
  const state = isDisabled ? { text: 'Disabled', look: 'bad' } : { text: 'Enabled', look: 'good' }
  return element(
    'li',
    {},
    card(
      { id: webhook_id, title: action, tags: [state] },
      description === undefined ? undefined : element('p', { dir: 'auto' }, description),
      isDisabled ? notice(webhook, actions) : undefined,
      facts([
        ['Address', code(url)],
        ['App', owner],
        ['Filters', conditions.length === 0 ? 'None: it fires for every event' : codes(conditions)],
        ['Sent along', additional_data.length === 0 ? undefined : codes(additional_data)],
        ['Secret key', hiddenKey(what, () => actions.secretKey(webhook))],
      ]),
      deliveries,
      actionsOf(cardButton('Remove', what, () => actions.remove(webhook), 'danger')),
    ),
  )
}

export function webhookName({ action, url }) {
  return `${action} to ${url}`
}

function notice(webhook, { enable }) {
  return element(
    'div',
    { class: 'console-problem notice' },
    element('p', {}, 'Its address answered that it is gone (410): nothing is sent there any more.'),
    cardButton('Enable', webhookName(webhook), (event) => enable(webhook, event.currentTarget)),
  )
}
