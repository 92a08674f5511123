import { ArchiveForm } from './archive-form.js'
import { avatar, byId, element, reconcile } from './dom.js'
import { listTime } from './format.js'
import { previewOf, previewParts } from './preview.js'

/** The search through the archive, shown instead of the list of chats. */
export class ArchiveList {
  #archive
  #form

  constructor(archive) {
    this.#archive = archive
    this.#form = new ArchiveForm((filters) => archive.search(filters))
    byId('archive-more').addEventListener('click', () => archive.loadMore())
  }

  show() {
    const { results, total, isLoading, problem, hasMore } = this.#archive
    if (byId('archive').hidden) return
    this.#form.show()
    reconcile(byId('archive-results'), results, {
      key: (result) => result.threadId,
      signature: (result) => JSON.stringify(result),
      render,
    })
    const status = statusOf({ isLoading, problem, total })
    if (byId('archive-status').textContent !== status) byId('archive-status').textContent = status
    byId('archive-more').hidden = isLoading || results.length === 0 || !hasMore
  }
}

function statusOf({ isLoading, problem, total }) {
  if (isLoading) return 'Searching…'
  if (problem !== undefined) return `That did not work. ${problem}`
  if (total === undefined)
    return 'Finds threads by all words of one message; the last word may be a beginning.'
  if (total === 0) return 'Nothing was found.'
  return total === 1 ? '1 thread' : `${total} threads`
}

function render({ chatId, threadId, timestamp, customer, event }) {
  const place = [chatId, threadId, event?.id].filter(Boolean).join('/')
  return element(
    'li',
    {},
    element(
      'a',
      { href: `#${place}`, class: 'chat-row' },
      avatar(customer),
      element('span', { class: 'chat-row-name', dir: 'auto' }, customer?.name || 'Customer'),
      element('span', { class: 'chat-row-time' }, listTime(timestamp)),
      element('span', { class: 'chat-row-found', dir: 'auto' }, ...previewParts(previewOf(event))),
    ),
  )
}
