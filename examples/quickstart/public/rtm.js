/** A real-time connection to Parley that reconnects on its own. */

const OPEN_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
const PING_TIMEOUT_MS = 8_000
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000
/**
 * Number of failed connections after which the session may be the cause. A browser does not say why a connection was
 * refused.
 */
const SUSPICIOUS_FAILURES = 4
const CUSTOMER_TOKEN_ENDED = 4401

/** Disconnect reasons for which a new attempt cannot succeed. */
const FINAL_REASONS = new Set([
  'customer_banned',
  'too_many_connections',
  'license_not_found',
  'license_expired',
  'agent_deleted',
  'logged_out_remotely',
  'unsupported_version',
  'signed_out',
])

export class RtmError extends Error {
  /** `type` is one of Parley's error types, or `offline` when there is no connection. */
  constructor(type, message) {
    super(message)
    this.name = 'RtmError'
    this.type = type
  }
}

export class RtmClient {
  /** `connecting`, `online`, `waiting` (for the next attempt) or `stopped` (until `start` is called). */
  state = 'stopped'
  #handlers
  #socket
  #requests = new Map()
  #lastRequestId = 0
  #failures = 0
  #retryTimer
  #needsFreshToken = false

  /**
   * @param handlers.session `(fresh) => Promise<{url, token}>`; `fresh` requests a token that is certainly valid
   * @param handlers.login `(token) => payload` of the `login` action
   * @param handlers.onLogin called with the payload of the response after each login
   * @param handlers.onPush called with `(action, payload)`
   * @param handlers.onState called with `(state, {reason, retryInMs})`
   */
  constructor(handlers) {
    this.#handlers = handlers
    new Worker('/heartbeat.js').onmessage = () => this.#ping()
    addEventListener('online', () => this.#retryNow())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#retryNow()
    })
  }

  start() {
    if (this.state === 'stopped' || this.state === 'waiting') this.#connect()
  }

  /** Drops this connection and opens a new one after a pause. */
  reconnect() {
    if (this.state === 'online') this.#lost(this.#socket)
  }

  /** Sends a request. Resolves with the payload of the response, or rejects with an `RtmError`. */
  request(action, payload = {}, { idempotencyKey, timeoutMs } = {}) {
    if (this.state !== 'online') return Promise.reject(new RtmError('offline', 'There is no connection.'))
    return this.#ask(action, payload, { idempotencyKey, timeoutMs })
  }

  /** Sends a request that may get lost, such as a typing indicator. */
  notify(action, payload) {
    this.request(action, payload).catch(() => {})
  }

  async #connect() {
    clearTimeout(this.#retryTimer)
    this.#enter('connecting')
    let session
    try {
      session = await this.#handlers.session(this.#needsFreshToken || this.#failures >= SUSPICIOUS_FAILURES)
    } catch (error) {
      return FINAL_REASONS.has(error.type) ? this.#stop(error.type) : this.#retryLater()
    }
    this.#needsFreshToken = false
    this.#open(session)
  }

  #open({ url, token }) {
    const socket = new WebSocket(url)
    const openTimer = setTimeout(() => this.#lost(socket), OPEN_TIMEOUT_MS)
    this.#socket = socket
    socket.onopen = () => {
      clearTimeout(openTimer)
      this.#login(socket, token)
    }
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(data))
    }
    socket.onclose = ({ code }) => {
      clearTimeout(openTimer)
      if (code === CUSTOMER_TOKEN_ENDED) this.#needsFreshToken = true
      this.#lost(socket)
    }
  }

  async #login(socket, token) {
    try {
      const answer = await this.#ask('login', this.#handlers.login(token))
      this.#failures = 0
      this.#enter('online')
      this.#handlers.onLogin(answer)
    } catch (error) {
      if (error.type === 'authentication') this.#needsFreshToken = true
      if (FINAL_REASONS.has(error.type)) this.#stop(error.type)
      else this.#lost(socket)
    }
  }

  #ask(action, payload, { idempotencyKey, timeoutMs = REQUEST_TIMEOUT_MS } = {}) {
    const requestId = String(++this.#lastRequestId)
    const envelope = { request_id: requestId, action, payload, idempotency_key: idempotencyKey }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#requests.delete(requestId)
        reject(new RtmError('request_timeout', 'There was no answer in time.'))
      }, timeoutMs)
      this.#requests.set(requestId, { resolve, reject, timer })
      this.#socket.send(JSON.stringify(envelope))
    })
  }

  #receive({ request_id, type, action, success, payload = {} }) {
    if (type === 'push') return this.#push(action, payload)
    const request = this.#requests.get(request_id)
    if (request === undefined) return
    this.#requests.delete(request_id)
    clearTimeout(request.timer)
    if (success) request.resolve(payload)
    else request.reject(new RtmError(payload.error.type, payload.error.message))
  }

  #push(action, payload) {
    if (action !== 'customer_disconnected' && action !== 'agent_disconnected') {
      return this.#handlers.onPush(action, payload)
    }
    if (FINAL_REASONS.has(payload.reason)) return this.#stop(payload.reason)
    if (payload.reason === 'access_token_revoked') this.#needsFreshToken = true
    this.#lost(this.#socket)
  }

  #ping() {
    if (this.state !== 'online') return
    const socket = this.#socket
    // A missing response means that the network is gone, which the browser may not notice for minutes.
    this.#ask('ping', {}, { timeoutMs: PING_TIMEOUT_MS }).catch(() => this.#lost(socket))
  }

  #lost(socket) {
    if (socket !== this.#socket) return
    this.#drop()
    this.#retryLater()
  }

  #stop(reason) {
    this.#drop()
    this.#needsFreshToken = true
    clearTimeout(this.#retryTimer)
    this.#enter('stopped', { reason })
  }

  #drop() {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    const unanswered = [...this.#requests.values()]
    this.#requests.clear()
    for (const { reject, timer } of unanswered) {
      clearTimeout(timer)
      reject(new RtmError('offline', 'The connection was lost.'))
    }
  }

  /**
   * Waits exponentially longer after each failure, with jitter, so that all clients of a restarted server do not
   * reconnect at the same instant.
   */
  #retryLater() {
    const ceiling = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS)
    const retryInMs = ceiling * (0.5 + Math.random() / 2)
    this.#failures += 1
    this.#retryTimer = setTimeout(() => this.#connect(), retryInMs)
    this.#enter('waiting', { retryInMs })
  }

  #retryNow() {
    if (this.state === 'waiting') this.#connect()
  }

  #enter(state, details = {}) {
    this.state = state
    this.#handlers.onState(state, details)
  }
}
