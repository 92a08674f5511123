const TIMEOUT_MS = 10_000

/** `status` is that of the answer; 0 when there was none. */
export class ConsoleError extends Error {
  constructor(status, message) {
    super(message)
    this.name = 'ConsoleError'
    this.status = status
  }
}

/** The console's own endpoints, called with the administrator's token. */
export class ConsoleApi {
  #token

  /** @param token `() => string`, the token to call with */
  constructor(token) {
    this.#token = token
  }

  load() {
    return this.#ask('GET', 'apps')
  }

  register(app) {
    return this.#ask('POST', 'apps', app)
  }

  update(clientId, app) {
    return this.#ask('PATCH', `apps/${clientId}`, app)
  }

  rotateSecret(clientId) {
    return this.#ask('POST', `apps/${clientId}/secret`, {})
  }

  remove(clientId) {
    return this.#ask('DELETE', `apps/${clientId}`)
  }

  async #ask(method, path, body) {
    const response = await fetch(`/quickstart/console/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token()}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new ConsoleError(0, 'The server does not answer.')
    })
    const answer = await response.json().catch(() => ({}))
    if (response.ok) return answer
    throw new ConsoleError(response.status, answer.error ?? `The server failed (${response.status}).`)
  }
}
