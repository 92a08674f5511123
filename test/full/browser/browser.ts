import assert from 'node:assert/strict'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const WAIT_MS = 10_000

/** Runs Chromium and collects the errors of the scripts in its pages. */
export class TestBrowser {
  readonly #browser: Browser
  readonly #problems: string[] = []

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async launch(): Promise<TestBrowser> {
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ]
    return new TestBrowser(await chromium.launch({ executablePath, args }))
  }

  /** Opens a page in a new browser profile. */
  async open(address: string): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(WAIT_MS)
    this.#watch(context)
    const page = await context.newPage()
    await page.goto(address)
    return page
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  assertNoProblems(): void {
    assert.deepEqual(this.#problems.splice(0), [], 'no script failed and no policy was violated')
  }

  /** Removes expected problems. The browser reports each failed connection and each error response on its own. */
  forgive(pattern: RegExp): void {
    const others = this.#problems.filter((text) => !pattern.test(text))
    this.#problems.splice(0, this.#problems.length, ...others)
  }

  #watch(context: BrowserContext): void {
    context.on('page', (page) => page.on('pageerror', (error) => this.#problems.push(`${error}`)))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#problems.push(message.text())
    })
  }
}

export const connectionProblems = /ERR_CONNECTION_(?:REFUSED|RESET)|WebSocket/

/** Makes the page reconnect immediately, as when the network is back. */
export async function retryNow(page: Page): Promise<void> {
  await page.evaluate("dispatchEvent(new Event('online'))")
}

export async function waitUntilShown(locator: Locator, timeout = WAIT_MS): Promise<void> {
  await locator.first().waitFor({ state: 'visible', timeout })
}

/**
 * Scrolls to the start. A browser animates scrolling by keyboard, and a message that arrives meanwhile would still find
 * the reader at the end.
 */
export async function scrollToStart(scroller: Locator): Promise<void> {
  const scrolled = scroller.evaluate(
    (node) => new Promise((resolve) => node.addEventListener('scrollend', resolve)),
  )
  await scroller.press('Home')
  await scrolled
}

export async function waitUntilGone(locator: Locator): Promise<void> {
  await locator.first().waitFor({ state: 'hidden', timeout: WAIT_MS })
}
