import { byId } from './dom.js'

const FIRST = 'apps'

/** Shows the page of the console that the address names after its `#`. */
export class ConsoleViews {
  #account
  #pages
  #loaded = new Set()

  /** @param pages pages by name, each with `load()`, which loads its data, and `show()` */
  constructor(account, pages) {
    this.#account = account
    this.#pages = pages
    addEventListener('hashchange', () => this.#enter({ isMoved: true }))
  }

  start() {
    return this.#enter()
  }

  get #name() {
    const name = location.hash.slice(1)
    return Object.hasOwn(this.#pages, name) ? name : FIRST
  }

  async #enter({ isMoved = false } = {}) {
    const name = this.#name
    this.#say('')
    this.#put(name)
    byId('loading').hidden = this.#loaded.has(name)
    byId('loading-what').textContent = `Loading the ${name}`
    if (isMoved) byId(`${name}-title`).focus()
    try {
      await this.#account.load()
      byId('console-nav').hidden = false
      await this.#pages[name].load()
      this.#pages[name].show()
      byId(`${name}-new`).hidden = false
      this.#loaded.add(name)
    } catch (error) {
      if (name !== this.#name) return
      this.#say(error.status === 0 ? `${error.message} Reload the page to try again.` : error.message)
    }
    if (name === this.#name) byId('loading').hidden = true
  }

  #put(shown) {
    for (const name of Object.keys(this.#pages)) byId(`${name}-view`).hidden = name !== shown
    for (const link of byId('console-nav').querySelectorAll('a')) {
      const isCurrent = link.hash === `#${shown}`
      if (isCurrent) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
      if (isCurrent) document.title = `${link.textContent} · Parley console`
    }
  }

  #say(problem) {
    byId('problem').hidden = problem === ''
    byId('problem').textContent = problem
  }
}
