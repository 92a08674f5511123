import { code } from './card-parts.js'
import { copyButton } from './copy-button.js'
import { element } from './dom.js'

const KEY_BYTES = 32

/**
 * Shows a button that loads and reveals a secret key. The page does not have the key before. `ask`: `() =>
 * Promise<string>`.
 */
export function hiddenKey(what, ask) {
  const place = element('span', { class: 'secret-key' })
  hide()
  return place

  function hide() {
    place.replaceChildren(element('span', { 'aria-hidden': 'true' }, '••••••••'), button('Show', show))
  }

  async function show({ currentTarget }) {
    currentTarget.disabled = true
    try {
      const key = await ask()
      const again = button('Hide', hide)
      place.replaceChildren(code(key), copyButton(key, 'secret key'), again)
      again.focus()
    } catch (error) {
      place.replaceChildren(error.message, button('Show', show))
    }
  }

  function button(label, act) {
    const name = `${label} the secret key: ${what}`
    const node = element('button', { type: 'button', class: 'link-button copy', 'aria-label': name }, label)
    node.addEventListener('click', act)
    return node
  }
}

/** Enables the buttons next to secret key fields: `data-show` and `data-make` name the field. */
export function wireSecretFields() {
  for (const button of document.querySelectorAll('[data-show]')) {
    const field = document.getElementById(button.dataset.show)
    button.setAttribute('aria-pressed', 'false')
    button.addEventListener('click', () => put(field, button, field.type === 'password'))
    field.form.addEventListener('reset', () => put(field, button, false))
  }
  for (const button of document.querySelectorAll('[data-make]')) {
    const field = document.getElementById(button.dataset.make)
    button.addEventListener('click', () => {
      field.value = newKey()
      put(field, document.querySelector(`[data-show="${field.id}"]`), true)
    })
  }
}

function put(field, button, isShown) {
  field.type = isShown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(isShown))
}

/** Returns a new key in the format of Standard Webhooks. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
