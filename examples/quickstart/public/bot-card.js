import { actionsOf, card, cardButton, code, codes, facts } from './card-parts.js'
import { avatar, element } from './dom.js'
import { hiddenKey } from './secret-key.js'
import { filterTexts } from './webhook-actions.js'

const STATUSES = {
  'accepting chats': { text: 'Accepting chats', look: 'good' },
  'not accepting chats': { text: 'Not accepting chats' },
  offline: { text: 'Offline' },
}

const PRIORITIES = { first: 'First', normal: 'Normal', last: 'Last' }

/**
 * Returns the card of one bot in the list, with its whole configuration.
 *
 * @param owner name of its app
 * @param deliveries the node that shows the deliveries of its webhooks; `undefined` when it has no webhooks
 * @param actions `secretKey`, `edit` and `remove`, each called with the bot
 */
export function botCard(bot, { owner, deliveries, actions }) {
  const { id, name, status, max_chats_count, groups, webhooks } = bot
  const title = element('span', { class: 'card-title' }, avatar(bot), element('bdi', {}, name))
  return element(
    'li',
    {},
    card(
      { id, title, tags: [STATUSES[status]] },
      facts([
        ['Id', code(id)],
        ['App', owner],
        ['Picture', bot.avatar ? code(bot.avatar) : undefined],
        ['Chats at once', `${max_chats_count}`],
        ['Priority', PRIORITIES[groups[0]?.priority ?? 'normal']],
        ...webhookFacts(bot, actions),
      ]),
      webhooks && deliveries,
      actionsOf(
        cardButton('Edit', name, () => actions.edit(bot)),
        cardButton('Remove', name, () => actions.remove(bot), 'danger'),
      ),
    ),
  )
}

function webhookFacts(bot, actions) {
  const { webhooks, name } = bot
  if (webhooks === undefined) return [['Webhooks', 'None: its app receives nothing about its chats']]
  const actionTexts = webhooks.actions.map(({ name: action, filters }) =>
    [action, ...filterTexts(filters)].join(' · '),
  )
  return [
    ['Webhooks', code(webhooks.url)],
    ['Actions', actionTexts.length === 0 ? 'None' : codes(actionTexts)],
    ['Secret key', hiddenKey(name, () => actions.secretKey(bot))],
  ]
}
