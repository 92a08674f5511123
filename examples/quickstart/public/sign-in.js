import { signInButton } from '/parley-sign-in.js'
import { byId } from './dom.js'
import { tabValues } from './stored-values.js'

const AUTH_URL = new URL('/auth', location.href).href
const REDIRECT_URI = new URL('/signed-in', location.href).href
const TIMEOUT_MS = 10_000

const PROBLEMS = {
  popup_blocked: 'Your browser blocked the window. Allow pop-ups for this page, then try again.',
  popup_closed: 'You are not signed in: the window was closed.',
}

/**
 * The agent's sign-in with Parley in this tab, and the button to sign in. The token is kept as long as the tab, and no
 * longer than it is valid.
 */
export class SignIn {
  #app
  #onSignedIn
  #isAsking = false

  /** @param app `desk` or `console`; each is an app of its own, with the scopes that it needs */
  constructor(app, onSignedIn) {
    this.#app = app
    this.#onSignedIn = onSignedIn
  }

  get token() {
    const { accessToken, expiresAt } = tabValues.get(this.#key) ?? {}
    return expiresAt > Date.now() ? accessToken : undefined
  }

  start() {
    if (this.token === undefined) this.ask()
    else this.#enter()
  }

  /** Shows the sign-in button instead of the page. */
  async ask(reason = '') {
    if (this.#isAsking) return
    this.#isAsking = true
    tabValues.remove(this.#key)
    byId('signed-in').hidden = true
    byId('sign-in').hidden = false
    this.#say(reason)
    await this.#draw()
  }

  /** Resolves with whether the token is still valid, and rejects when there is no response. */
  async isTokenGood() {
    const { status } = await this.#fetch('/info', { headers: { Authorization: `Bearer ${this.token}` } })
    if (status >= 500) throw new Error(`The server failed (${status}).`)
    return status === 200
  }

  /** Revokes the token, and removes everything that it showed from the page. */
  async signOut() {
    const query = new URLSearchParams({ token: this.token ?? '' })
    tabValues.remove(this.#key)
    await this.#fetch(`/token?${query}`, { method: 'DELETE' }).catch(() => {})
    location.replace(location.pathname)
  }

  async #draw() {
    const container = byId('sign-in-button')
    if (container.hasChildNodes()) return
    try {
      const response = await fetch('/quickstart/settings', { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const { client_ids } = await response.json()
      signInButton({
        container,
        authUrl: AUTH_URL,
        clientId: client_ids[this.#app],
        redirectUri: REDIRECT_URI,
        onToken: (token) => this.#keep(token),
        onError: ({ code, message }) => this.#say(PROBLEMS[code] ?? message),
      })
    } catch {
      this.#say('The server does not answer. Reload the page to try again.')
    }
  }

  #keep({ accessToken, expiresInSeconds }) {
    const expiresAt = Date.now() + expiresInSeconds * 1000
    tabValues.set(this.#key, { accessToken, expiresAt })
    this.#enter()
  }

  #enter() {
    this.#isAsking = false
    byId('sign-in').hidden = true
    byId('signed-in').hidden = false
    this.#onSignedIn()
  }

  #say(text) {
    byId('sign-in-problem').textContent = text
  }

  #fetch(path, options) {
    return fetch(AUTH_URL + path, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) })
  }

  get #key() {
    return `parley.${this.#app}`
  }
}
