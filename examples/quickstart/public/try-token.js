import { signInButton } from '/parley-sign-in.js'
import { element } from './dom.js'
import { tokenKindOf } from './reference-tokens.js'

const TIMEOUT_MS = 10_000
const NO_ANSWER = 'The server does not answer. Try again.'

/**
 * Returns the field for the access token, with a button that gets one.
 * @param onLicense called with the id of the license that a new token belongs to
 */
export function tokenField(api, tokens, onLicense) {
  const kind = tokenKindOf(api)
  const attributes = { autocomplete: 'off', spellcheck: 'false', class: 'code-input' }
  const input = element('input', { id: 'try-token', type: 'text', ...attributes })
  const status = element('p', { class: 'hint', role: 'status' })
  input.value = tokens.get(kind).token ?? ''
  input.addEventListener('input', () => tokens.set(kind, { token: input.value.trim() }))
  const take = (received, message) => {
    tokens.set(kind, received)
    input.value = received.token
    onLicense(received.licenseId)
    status.textContent = message
  }
  const getter = kind === 'customer' ? customerButton(tokens, take, status) : agentButton(take, status)
  const node = element(
    'div',
    { class: 'field' },
    element('label', { class: 'field-name', for: 'try-token' }, 'Access token'),
    input,
    element('div', { class: 'try-token' }, getter, status),
  )
  return { node, read: () => input.value.trim() }
}

function customerButton(tokens, take, status) {
  const button = element('button', { type: 'button', class: 'button-quiet' }, 'Get a customer’s token')
  button.addEventListener('click', async () => {
    try {
      take(await tokens.fetchCustomer(), 'You are the customer of the shop in this browser.')
    } catch {
      status.textContent = NO_ANSWER
    }
  })
  return button
}

/** Returns the button to sign in. It appears later, because it needs the client id of the reference app. */
function agentButton(take, status) {
  const container = element('div', { class: 'try-sign-in' })
  drawSignIn(container, take, status).catch(() => {
    status.textContent = NO_ANSWER
  })
  return container
}

async function drawSignIn(container, take, status) {
  const response = await fetch('/quickstart/settings', { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { client_ids } = await response.json()
  signInButton({
    container,
    authUrl: new URL('/auth', location.href).href,
    clientId: client_ids.reference,
    redirectUri: new URL('/signed-in', location.href).href,
    onToken: ({ accessToken }) => take({ token: accessToken }, 'You are signed in.'),
    onError: ({ message }) => {
      status.textContent = message
    },
  })
}
