import type { Page, WebSocketRoute } from 'playwright-core'
import { at, has, textAt } from '../../support/json.js'

/**
 * `pass`: as if nobody were between; `hold`: it never arrives; the type of the error that it is answered with; or what it
 * waits for before it passes.
 */
export type Fate = 'pass' | 'hold' | { readonly refusedAs: string } | { readonly after: () => Promise<void> }

/** Stands between a page and its server. */
export class Wire {
  #fates: ReadonlyMap<string, Fate> = new Map()

  private constructor() {}

  /** From the page's next load on. */
  static async of(page: Page): Promise<Wire> {
    const wire = new Wire()
    await page.routeWebSocket(/\/rtm\/ws/, (socket) => wire.#connect(socket))
    return wire
  }

  /** What becomes of requests, by action; those that are not named pass. */
  decide(fates: Readonly<Record<string, Fate>>): void {
    this.#fates = new Map(Object.entries(fates))
  }

  #connect(socket: WebSocketRoute): void {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const request: unknown = JSON.parse(String(message))
      const fate = this.#fates.get(textAt(request, 'action')) ?? 'pass'
      if (fate === 'pass') server.send(message)
      else if (fate === 'hold') return
      else if ('after' in fate) void fate.after().then(() => server.send(message))
      else socket.send(refusal(request, fate.refusedAs))
    })
  }
}

function refusal(request: unknown, type: string): string {
  return JSON.stringify({
    request_id: has(request, 'request_id') ? at(request, 'request_id') : undefined,
    action: at(request, 'action'),
    type: 'response',
    success: false,
    payload: { error: { type, message: 'It was refused.' } },
  })
}
