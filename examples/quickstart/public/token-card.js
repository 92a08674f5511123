import { actionsOf, card, cardButton, codes, facts } from './card-parts.js'
import { isolated } from './direction.js'
import { element } from './dom.js'

const SECONDS_PER_HOUR = 3_600

/** Returns the card of a token that was issued here, without the token itself. */
export function tokenCard({ key, app, agent, scopes, expires_in_seconds }, revoke) {
  return element(
    'li',
    {},
    card(
      { id: key, title: `${isolated(app)} as ${isolated(agent)}` },
      facts([
        ['App', app],
        ['Acts as', agent],
        ['Scopes', scopes.length === 0 ? 'None' : codes(scopes)],
        ['Good for', goodFor(expires_in_seconds)],
      ]),
      actionsOf(cardButton('Revoke', `${app} as ${agent}`, revoke, 'danger')),
    ),
  )
}

export function goodFor(seconds) {
  const hours = Math.max(1, Math.round(seconds / SECONDS_PER_HOUR))
  return hours === 1 ? 'An hour' : `${hours} hours`
}
