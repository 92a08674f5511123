const TIMEOUT_MS = 10_000

/** `status` is the HTTP status of the response; 0 when there was none. */
export class ConsoleError extends Error {
  constructor(status, message) {
    super(message)
    this.name = 'ConsoleError'
    this.status = status
  }
}

/** The console's own endpoints and the Configuration API, called with the administrator's token. */
export class ConsoleApi {
  #token
  #onSignedOut

  /**
   * @param token `() => string`, returns the token to call with
   * @param onSignedOut called when the token is no longer valid
   */
  constructor(token, onSignedOut) {
    this.#token = token
    this.#onSignedOut = onSignedOut
  }

  load() {
    return this.#own('GET', 'apps')
  }

  register(app) {
    return this.#own('POST', 'apps', app)
  }

  update(clientId, app) {
    return this.#own('PATCH', `apps/${clientId}`, app)
  }

  rotateSecret(clientId) {
    return this.#own('POST', `apps/${clientId}/secret`, {})
  }

  remove(clientId) {
    return this.#own('DELETE', `apps/${clientId}`)
  }

  createBot(bot) {
    return this.#own('POST', 'bots', bot)
  }

  updateBot(id, bot) {
    return this.#own('PATCH', `bots/${id}`, bot)
  }

  async botSecret(id) {
    return (await this.#own('GET', `bots/${id}/secret`)).secret_key
  }

  /** Resolves with `{agents, groups}` of the license. */
  team() {
    return this.#own('GET', 'agents')
  }

  createAgent(agent) {
    return this.#own('POST', 'agents', agent)
  }

  updateAgent(agent) {
    return this.#own('PATCH', 'agents', agent)
  }

  createGroup(name) {
    return this.#own('POST', 'groups', { name })
  }

  /** Resolves with `{access_token, scopes, expires_in_seconds}`. */
  issueToken(token) {
    return this.#own('POST', 'tokens', token)
  }

  revokeToken(token) {
    return this.#own('POST', 'tokens/revoke', { token })
  }

  /** Resolves with `{webhook_id, client_id, disabled_at, last_attempt}` of each webhook. */
  async webhookStates() {
    return (await this.#own('GET', 'webhooks')).webhooks
  }

  /** Resolves with the deliveries of a webhook, or of a bot's webhooks: `{attempts, failed, has_more_failed}`. */
  deliveries(webhookId) {
    return this.#own('GET', `webhooks/${webhookId}/deliveries`)
  }

  enable(webhookId) {
    return this.#own('POST', `webhooks/${webhookId}/enable`, {})
  }

  sendAgain(deliveryId) {
    return this.#own('POST', `deliveries/${deliveryId}/again`, {})
  }

  /** Calls an action of the Configuration API, such as `webhooks/register_webhook`. */
  configure(action, payload) {
    return this.#ask('POST', `/configuration/v0.5/${action}`, payload)
  }

  #own(method, path, body) {
    return this.#ask(method, `/quickstart/console/${path}`, body)
  }

  async #ask(method, path, body) {
    const response = await fetch(path, {
      method,
      headers: { Authorization: `Bearer ${this.#token()}`, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new ConsoleError(0, 'The server does not answer.')
    })
    const answer = await response.json().catch(() => ({}))
    if (response.ok) return answer
    if (response.status === 401) this.#onSignedOut()
    throw new ConsoleError(
      response.status,
      messageOf(answer.error) ?? `The server failed (${response.status}).`,
    )
  }
}

/**
 * Returns the message of an error. The quickstart's own errors are sentences; Parley's begin with the error type's
 * default text, which is left out.
 */
function messageOf(error) {
  if (error === undefined) return undefined
  return asSentence(typeof error === 'string' ? error : `${error.message.replace(/^[^:]+: /, '')}.`)
}

/** Returns the message with field names as they are in the forms. */
function asSentence(text) {
  const plain = text.replace(/^payload\./, '').replace(/^(?:webhooks\.)?url\b/i, 'the address')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
