import { codes } from './card-parts.js'
import { copyButton } from './copy-button.js'
import { isolated } from './direction.js'
import { byId, element } from './dom.js'
import { wireSecretFields } from './secret-key.js'
import { goodFor } from './token-card.js'

/** Makes each button with `data-close` close its dialog. */
export function wireDialogs() {
  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => button.closest('dialog').close())
  }
  wireSecretFields()
  wireShownOnce('secret-dialog', 'secret-value')
  wireShownOnce('issued-dialog', 'issued-token')
}

function wireShownOnce(dialog, value) {
  // Escape must not close this dialog by accident.
  byId(dialog).addEventListener('cancel', (event) => event.preventDefault())
  // Removes the secret from the page.
  byId(dialog).addEventListener('close', () => byId(value).replaceChildren())
}

export function showSecret({ client_id, client_secret }) {
  put('secret-client-id', client_id, 'client id')
  put('secret-value', client_secret, 'client secret')
  byId('secret-dialog').showModal()
}

export function showToken({ token, app, agent, scopes, expires_in_seconds }) {
  put('issued-token', token, 'access token')
  byId('issued-what').textContent = `${isolated(app)} as ${isolated(agent)}`
  byId('issued-scopes').replaceChildren(scopes.length === 0 ? 'None' : codes(scopes))
  byId('issued-time').textContent = goodFor(expires_in_seconds)
  byId('issued-dialog').showModal()
}

function put(id, value, what) {
  byId(id).replaceChildren(element('code', {}, value), copyButton(value, what))
}
