import { byId } from './dom.js'

/**
 * Returns the idempotency key of a rating. A thread is rated once, after it has ended, so a second rating counts as a
 * repetition of the first.
 */
export function ratingKey(threadId) {
  return `rating-${threadId}`
}

/** Returns the rating as an annotation, which does not open a new thread, so that a rated chat stays closed. */
export function ratingEvent(isGood, comment) {
  const verdict = isGood ? 'good' : 'bad'
  return {
    type: 'annotation',
    annotation_type: 'rating',
    text: comment === '' ? verdict : `${verdict}\n${comment}`,
  }
}

/** The question below a closed chat of how it was: good or bad first, then a comment. */
export class RatingForm {
  #form = byId('rating')
  #comment = byId('rating-comment')
  #onRate
  #threadId

  /** @param onRate `(isGood, comment)` */
  constructor(onRate) {
    this.#onRate = onRate
    this.#form.addEventListener('change', () => this.#fit())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#onRate(this.#verdict === 'good', this.#comment.value.trim())
    })
  }

  /** @param thread the thread that has ended, or `undefined` */
  show(thread, waiting) {
    if (thread?.id !== this.#threadId) this.#form.reset()
    this.#threadId = thread?.id
    const key = thread && ratingKey(thread.id)
    const isRated =
      thread?.events.some((event) => event.custom_id === key) || waiting.some((item) => item.key === key)
    this.#form.hidden = thread === undefined || isRated
    byId('rating-thanks').hidden = !isRated
    this.#fit()
  }

  get #verdict() {
    return new FormData(this.#form).get('verdict')
  }

  #fit() {
    byId('rating-more').hidden = this.#verdict === null
  }
}
