import { copyButton } from './copy-button.js'
import { byId, element } from './dom.js'
import { wireSecretFields } from './secret-key.js'

/** Every button that says so closes the dialog that it is in. */
export function wireDialogs() {
  for (const button of document.querySelectorAll('[data-close]')) {
    button.addEventListener('click', () => button.closest('dialog').close())
  }
  wireSecretFields()
  // It is shown once, so a stray Escape should not hide it.
  byId('secret-dialog').addEventListener('cancel', (event) => event.preventDefault())
  // Nothing of the secret stays behind.
  byId('secret-dialog').addEventListener('close', () => byId('secret-value').replaceChildren())
}

export function showSecret({ client_id, client_secret }) {
  put('secret-client-id', client_id, 'client id')
  put('secret-value', client_secret, 'client secret')
  byId('secret-dialog').showModal()
}

function put(id, value, what) {
  byId(id).replaceChildren(element('code', {}, value), copyButton(value, what))
}
