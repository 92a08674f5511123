import { actionsOf, card, cardButton, code, codes, facts } from './card-parts.js'
import { element } from './dom.js'

const LOCATIONS = { chat: 'Chats', thread: 'Threads', event: 'Events' }
const USERS = { agent: 'agents', customer: 'customers' }

/** Returns the card of one property. `edit` is `undefined` when the console may not change the property. */
export function propertyCard({ id, name, config, edit }) {
  const { type, description, locations, domain, range } = config
  return element(
    'li',
    {},
    card(
      { id, title: name, tags: [type], level: 'h3' },
      description ? element('p', { dir: 'auto' }, description) : undefined,
      facts([
        ...Object.entries(locations).map(([location, { access }]) => [
          LOCATIONS[location],
          accessText(access),
        ]),
        ['Values', domain && codes(domain.map((value) => String(value)))],
        ['Range', range && code(rangeText(range))],
      ]),
      edit && actionsOf(cardButton('Edit', name, edit)),
    ),
  )
}

function accessText(access) {
  return Object.entries(access)
    .map(([user, { read, write }]) => `${USERS[user]} ${permissions(read, write)}`)
    .join(', ')
}

function permissions(read, write) {
  if (read && write) return 'read and write'
  if (read) return 'read'
  return write ? 'write' : 'have no access'
}

function rangeText({ from, to }) {
  if (to === undefined) return `${from} or more`
  return from === undefined ? `${to} or less` : `${from} to ${to}`
}
