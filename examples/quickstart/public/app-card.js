import { actionsOf, card, cardButton, code, codes, facts } from './card-parts.js'
import { copyButton } from './copy-button.js'
import { element } from './dom.js'

const TYPES = { browser: 'In the browser', server: 'On a server' }
const VISIBILITIES = { private: 'Private', public: 'Public' }

/**
 * Returns the card of one app in the list. `actions`: `edit`, `rotateSecret` and `remove`, each called with the app.
 */
export function appCard(app, actions) {
  const { client_id, name, redirect_uris, scopes, is_built_in } = app
  return element(
    'li',
    {},
    card(
      { id: client_id, title: name, tags: tags(app) },
      facts([
        ['Client id', [code(client_id), copyButton(client_id, 'client id')]],
        ['Redirect URIs', codes(redirect_uris)],
        ['Scopes', scopes.length === 0 ? 'None: it learns who signs in' : codes(scopes)],
      ]),
      is_built_in
        ? element('p', { class: 'hint' }, 'The quickstart’s own pages sign in with this app.')
        : buttons(app, actions),
    ),
  )
}

function tags({ type, visibility, is_built_in }) {
  return [TYPES[type], VISIBILITIES[visibility], ...(is_built_in ? ['Built in'] : [])]
}

function buttons(app, { edit, rotateSecret, remove }) {
  return actionsOf(
    cardButton('Edit', app.name, () => edit(app)),
    ...(app.type === 'server' ? [cardButton('New secret', app.name, () => rotateSecret(app))] : []),
    cardButton('Remove', app.name, () => remove(app), 'danger'),
  )
}
