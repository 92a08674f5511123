import { actionsOf, card, cardButton, code, facts } from './card-parts.js'
import { joined } from './direction.js'
import { avatar, element } from './dom.js'

/** Returns the card of one agent in the list. `groups` are the names of the agent's groups. */
export function agentCard(agent, groups, edit) {
  const { id, name, permission, max_chats_count } = agent
  const title = element('span', { class: 'card-title' }, avatar(agent), name)
  return element(
    'li',
    {},
    card(
      { id, title, tags: permission === 'administrator' ? ['Administrator'] : [] },
      facts([
        ['Login', code(id)],
        ['Groups', groups.length === 0 ? 'None' : joined(groups)],
        ['Chats at once', `${max_chats_count}`],
      ]),
      actionsOf(cardButton('Edit', name, edit)),
    ),
  )
}
