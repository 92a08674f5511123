import { byId, element } from './dom.js'

/** The list of documents, and the names of all actions and webhooks of the open one. */
export class ReferenceContents {
  #view

  constructor() {
    byId('filter').addEventListener('input', () => this.#filter())
    byId('version').addEventListener('change', () => this.#changeVersion())
    byId('contents-toggle').addEventListener('click', () => this.#toggle())
  }

  show(view) {
    const isSameDocument = this.#view?.api === view.api
    this.#view = view
    byId('contents').hidden = false
    if (!isSameDocument) this.#showDocument(view)
    for (const link of byId('operations').querySelectorAll('a')) mark(link, link.hash === addressOf(view))
    byId('contents').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    this.#toggle(false)
  }

  #showDocument({ apis, api, operations }) {
    const newest = apis.filter((one, index) => apis.findIndex(({ name }) => name === one.name) === index)
    const tabs = newest.map(({ id, name }) => {
      const short = name.replace(/ API$/, '')
      const link = element('a', { href: `#${id}` }, short, element('span', { class: 'api-suffix' }, ' API'))
      mark(link, name === api.name)
      return link
    })
    byId('apis').replaceChildren(...tabs)
    const versions = apis.filter(({ name }) => name === api.name)
    byId('version').replaceChildren(
      ...versions.map(({ id, version }) => element('option', { value: id }, version)),
    )
    byId('version').value = api.id
    byId('operations').replaceChildren(
      element('ul', {}, element('li', {}, element('a', { href: `#${api.id}` }, 'Overview'))),
      ...groups(operations).map(([title, group]) => groupOf(title, group, api)),
    )
    this.#filter()
  }

  #filter() {
    const wanted = wordsOf(byId('filter').value)
    const items = [...byId('operations').querySelectorAll('[data-name]')]
    for (const item of items) {
      const words = wordsOf(item.dataset.name)
      item.hidden = !wanted.every((part) => words.some((word) => word.startsWith(part)))
    }
    for (const group of byId('operations').querySelectorAll('section'))
      group.hidden = group.querySelector('li:not([hidden])') === null
    const found = items.filter((item) => !item.hidden).length
    byId('filter-status').textContent = wanted.length === 0 ? '' : `${found} of ${items.length}`
  }

  /**
   * Changes the version and stays at the same action. The page shows a message when the other version does not have it.
   */
  #changeVersion() {
    const { operation } = this.#view
    location.hash = `#${[byId('version').value, operation?.id].filter(Boolean).join('/')}`
  }

  /** Opens or closes the contents when the window is too narrow to show them next to the page. */
  #toggle(isOpen = byId('contents-toggle').getAttribute('aria-expanded') === 'false') {
    byId('contents-toggle').setAttribute('aria-expanded', String(isOpen))
    byId('contents-body').classList.toggle('is-open', isOpen)
  }
}

function addressOf({ api, operation }) {
  return operation === undefined ? `#${api.id}` : `#${api.id}/${operation.id}`
}

function groups(operations) {
  const webhooks = operations.filter(({ isWebhook }) => isWebhook)
  const actions = operations.filter(({ isWebhook }) => !isWebhook)
  return [
    ['Actions', actions],
    ['Webhooks', webhooks],
  ].filter(([, group]) => group.length > 0)
}

function groupOf(title, operations, api) {
  const items = operations.map(({ id, name }) => {
    const link = element('a', { href: `#${api.id}/${id}` }, ...breakable(name))
    return element('li', { 'data-name': name }, link)
  })
  return element('section', {}, element('h2', {}, title), element('ul', {}, ...items))
}

/** Lets a long name break after each of its words. */
function breakable(name) {
  return name.split(/(?<=[_/])/).flatMap((word) => [word, element('wbr')])
}

function mark(link, isCurrent) {
  if (isCurrent) link.setAttribute('aria-current', 'page')
  else link.removeAttribute('aria-current')
}

function wordsOf(text) {
  return text
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter(Boolean)
}
