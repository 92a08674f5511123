import { element } from './dom.js'

const REASONS = {
  customer_banned: 'This chat is not available to you.',
  too_many_connections: 'This chat is open in too many windows.',
  license_not_found: 'This chat does not exist any more.',
  license_expired: 'The license has expired.',
  agent_deleted: 'This agent no longer exists.',
  logged_out_remotely: 'You were logged out.',
  unsupported_version: 'This page is out of date: reload it.',
}

/** One line about the state of the connection, hidden while it works. */
export class ConnectionLine {
  #node
  #onRetry
  #shown
  #countdown

  constructor(node, onRetry) {
    this.#node = node
    this.#onRetry = onRetry
  }

  show(connection) {
    if (connection === this.#shown) return
    this.#shown = connection
    const { state, reason, retryInMs } = connection
    clearInterval(this.#countdown)
    this.#node.hidden = state === 'online' || reason === 'signed_out'
    this.#node.dataset.state = state
    if (state === 'connecting') this.#node.replaceChildren('Connecting…')
    if (state === 'waiting') this.#countDown(Date.now() + retryInMs)
    if (state === 'stopped')
      this.#node.replaceChildren(`${REASONS[reason] ?? 'Not connected.'} `, this.#retry())
  }

  /** Shows the remaining seconds in an element that screen readers skip, because it changes all the time. */
  #countDown(until) {
    const seconds = element('span', { 'aria-hidden': 'true' })
    const update = () => {
      const left = Math.ceil((until - Date.now()) / 1000)
      seconds.textContent = left > 1 ? ` in ${left} s` : ''
    }
    update()
    this.#countdown = setInterval(update, 500)
    this.#node.replaceChildren('Connection lost. Trying again', seconds, '…')
  }

  #retry() {
    const button = element('button', { type: 'button', class: 'link-button' }, 'Connect again')
    button.addEventListener('click', this.#onRetry)
    return button
  }
}
