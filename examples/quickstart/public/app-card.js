import { copyButton } from './copy-button.js'
import { element } from './dom.js'

const TYPES = { browser: 'In the browser', server: 'On a server' }
const VISIBILITIES = { private: 'Private', public: 'Public' }

/** One app in the list. `actions`: `edit`, `rotateSecret` and `remove`, each called with the app. */
export function appCard(app, actions) {
  const title = `app-${app.client_id}`
  return element(
    'li',
    {},
    element(
      'article',
      { class: 'app', 'aria-labelledby': title },
      element(
        'header',
        { class: 'app-head' },
        element('h2', { id: title }, app.name),
        element('p', { class: 'tags' }, ...tags(app).map((text) => element('span', { class: 'tag' }, text))),
      ),
      element('dl', { class: 'app-facts' }, ...facts(app)),
      app.is_built_in
        ? element('p', { class: 'hint' }, 'The quickstart’s own pages sign in with this app.')
        : buttons(app, actions),
    ),
  )
}

function tags({ type, visibility, is_built_in }) {
  return [TYPES[type], VISIBILITIES[visibility], ...(is_built_in ? ['Built in'] : [])]
}

function facts({ client_id, redirect_uris, scopes }) {
  return [
    element('dt', {}, 'Client id'),
    element('dd', {}, element('code', {}, client_id), copyButton(client_id, 'client id')),
    element('dt', {}, 'Redirect URIs'),
    element('dd', {}, codes(redirect_uris)),
    element('dt', {}, 'Scopes'),
    element('dd', {}, scopes.length === 0 ? 'None: it learns who signs in' : codes(scopes)),
  ]
}

function codes(texts) {
  return element(
    'ul',
    { class: 'codes' },
    ...texts.map((text) => element('li', {}, element('code', {}, text))),
  )
}

function buttons(app, { edit, rotateSecret, remove }) {
  return element(
    'div',
    { class: 'app-actions' },
    button('Edit', app, edit),
    app.type === 'server' ? button('New secret', app, rotateSecret) : undefined,
    button('Remove', app, remove, 'danger'),
  )
}

function button(label, app, act, look = '') {
  const attributes = { type: 'button', class: `button-quiet ${look}`, 'aria-label': `${label}: ${app.name}` }
  const node = element('button', attributes, label)
  node.addEventListener('click', () => act(app))
  return node
}
