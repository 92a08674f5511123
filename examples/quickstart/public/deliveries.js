import { cardButton, code } from './card-parts.js'
import { element, reconcile } from './dom.js'
import { clockTimeWithSeconds, dayName } from './format.js'

const PERIOD_MS = 3_000

/** Shows the deliveries of a webhook, or of a bot's webhooks, and keeps them up to date while they are visible. */
export class Deliveries {
  #api
  #id
  #what
  #onLook
  #isDisabled
  #timer
  #attempts = element('ol', { class: 'attempts' })
  #failed = element('ol', { class: 'attempts' })
  #problem = element('p', { class: 'console-problem', role: 'alert', hidden: '' })
  #last = element('span', { class: 'hint last-attempt' })
  #content = element('div', { class: 'deliveries-content', hidden: '' })
  node

  /**
   * @param what label of the webhook or bot
   * @param onLook called after each refresh
   * @param isOpen whether the deliveries are visible from the beginning
   */
  constructor(api, { id, what, isDisabled = false, isOpen = false, onLook = () => {} }) {
    this.#api = api
    this.#id = id
    this.#what = what
    this.#isDisabled = isDisabled
    this.#onLook = onLook
    const summary = element('summary', {}, 'Deliveries ', this.#last)
    this.node = element('details', { class: 'deliveries' }, summary, this.#problem, this.#content)
    this.node.addEventListener('toggle', () => this.#toggled())
    this.node.open = isOpen
  }

  get isOpen() {
    return this.node.open
  }

  /** Shows the latest attempt, `null` when there is none. */
  putLast(attempt) {
    this.#last.textContent =
      attempt === null ? 'none yet' : `last ${momentOf(attempt.started_at)}: ${outcomeOf(attempt)}`
  }

  #toggled() {
    clearTimeout(this.#timer)
    if (this.isOpen) this.#look()
  }

  async #look() {
    try {
      this.#show(await this.#api.deliveries(this.#id))
      await this.#onLook()
      this.#say('')
    } catch (error) {
      this.#say(error.message)
    }
    this.#lookLater()
  }

  /** Schedules the next refresh. A replaced card stops refreshing, and a closed one waits until it is opened. */
  #lookLater() {
    clearTimeout(this.#timer)
    if (!this.isOpen || !this.node.isConnected) return
    this.#timer = setTimeout(() => {
      if (this.node.checkVisibility() && !document.hidden) this.#look()
      else this.#lookLater()
    }, PERIOD_MS)
  }

  #show({ attempts, failed, has_more_failed }) {
    this.#content.hidden = false
    this.putLast(attempts[0] ?? null)
    const pending = newestOfEach(attempts)
    reconcile(this.#attempts, attempts, {
      key: ({ id }) => id,
      signature: (attempt) => JSON.stringify([attempt, pending.has(attempt.id)]),
      render: (attempt) => attemptRow(attempt, pending.has(attempt.id)),
    })
    reconcile(this.#failed, failed, {
      key: ({ id }) => id,
      signature: (delivery) => JSON.stringify([delivery, this.#isDisabled]),
      render: (delivery) => this.#failedRow(delivery),
    })
    this.#arrange(attempts.length, failed.length, has_more_failed)
  }

  /** Shows only lists that have entries. Lists that stay are not moved, so that they keep the focus. */
  #arrange(attemptCount, failedCount, hasMore) {
    const wanted = [
      ...(failedCount > 0
        ? [['Given up', this.#failed, hasMore ? 'There are more, which are older.' : undefined]]
        : []),
      ...(attemptCount > 0 ? [['Last attempts', this.#attempts]] : []),
    ]
    const signature = JSON.stringify(wanted.map(([title, , hint]) => [title, hint]))
    if (this.#content.dataset.signature === signature) return
    this.#content.dataset.signature = signature
    const nothing = element(
      'p',
      { class: 'hint' },
      'Nothing was sent yet. What happens from now on comes up here.',
    )
    const parts = wanted.map(([title, list, hint]) =>
      element('section', {}, element('h3', {}, title), list, hint && element('p', { class: 'hint' }, hint)),
    )
    this.#content.replaceChildren(...(parts.length > 0 ? parts : [nothing]))
  }

  #failedRow(delivery) {
    const { id, reason, attempt_count, failed_at, chat_id } = delivery
    const tries = attempt_count === 1 ? '1 attempt' : `${attempt_count} attempts`
    const again = this.#isDisabled
      ? element('span', { class: 'hint' }, 'Enable the webhook to send it again.')
      : cardButton('Send again', `${this.#what}, ${id}`, (event) => this.#sendAgain(id, event.currentTarget))
    return element(
      'li',
      { class: 'attempt bad' },
      element('span', { class: 'attempt-outcome' }, `After ${tries}: ${reason}`),
      element('time', { class: 'hint' }, momentOf(failed_at)),
      element(
        'span',
        { class: 'hint attempt-more' },
        chat_id === null ? 'About no chat' : 'Chat ',
        chat_id === null ? undefined : code(chat_id),
      ),
      again,
    )
  }

  async #sendAgain(id, button) {
    button.disabled = true
    try {
      await this.#api.sendAgain(id)
      this.node.querySelector('summary').focus()
      await this.#look()
    } catch (error) {
      this.#say(error.message)
      button.disabled = false
    }
  }

  #say(problem) {
    this.#problem.hidden = problem === ''
    this.#problem.textContent = problem
  }
}

/** Returns the ids of the latest attempt of each delivery. Only these may still be followed by another attempt. */
function newestOfEach(attempts) {
  const newest = new Map()
  for (const { id, delivery_id } of attempts) if (!newest.has(delivery_id)) newest.set(delivery_id, id)
  return new Set(newest.values())
}

function attemptRow(attempt, isNewest) {
  const { reason, delivery_id, started_at, duration_ms, next_at } = attempt
  const next = isNewest && next_at !== null ? `Next attempt ${momentOf(next_at)} at the soonest` : undefined
  return element(
    'li',
    { class: `attempt ${reason === null ? 'good' : 'bad'}` },
    element('span', { class: 'attempt-outcome' }, outcomeOf(attempt)),
    element('time', { class: 'hint' }, momentOf(started_at)),
    element('span', { class: 'hint attempt-more' }, `${duration_ms} ms · `, code(delivery_id)),
    next && element('span', {}, next),
  )
}

function outcomeOf({ status, reason }) {
  if (reason === null) return `Delivered, answered ${status}`
  return status === null ? `No answer: ${reason}` : `Answered ${status}`
}

function momentOf(seconds) {
  const day = dayName(seconds)
  return day === 'Today' ? clockTimeWithSeconds(seconds) : `${day}, ${clockTimeWithSeconds(seconds)}`
}
