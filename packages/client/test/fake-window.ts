/** A browser window, reduced to what signing in needs. */
export class FakeWindow extends EventTarget {
  readonly location: { href: string; origin: string; hash: string; pathname: string }
  readonly screenX = 0
  readonly screenY = 0
  readonly outerWidth = 1280
  readonly outerHeight = 800
  readonly opened: URL[] = []
  readonly replacedUrls: unknown[] = []
  /** Messages posted to this window, with their target origin. */
  readonly received: [message: unknown, targetOrigin: string][] = []
  closed = false
  opener: FakeWindow | null = null
  /** Window that `open` returns. */
  popup: FakeWindow | null = null

  constructor(address: string) {
    super()
    const { href, origin, hash, pathname } = new URL(address)
    this.location = { href, origin, hash, pathname }
  }

  readonly history = {
    replaceState: (_state: unknown, _unused: string, url: string) => this.replacedUrls.push(url),
  }

  open(url: URL): FakeWindow | null {
    this.opened.push(url)
    return this.popup
  }

  close(): void {
    this.closed = true
  }

  postMessage(message: unknown, targetOrigin: string): void {
    this.received.push([message, targetOrigin])
  }

  /** Dispatches a message event to this window. */
  deliver(message: { data: unknown; origin: string; source: unknown }): void {
    this.dispatchEvent(Object.assign(new Event('message'), message))
  }

  /** Makes this window the global `window`. */
  enter(): void {
    Object.defineProperty(globalThis, 'window', { value: this, configurable: true })
  }
}
