import type { Page, WebSocketRoute } from 'playwright-core'
import { at, has, textAt } from '../../support/json.js'

/**
 * The fate of a request: `pass` forwards it, `hold` never forwards it, `refusedAs` answers it with that error type,
 * and `after` forwards it later.
 */
export type Fate = 'pass' | 'hold' | { readonly refusedAs: string } | { readonly after: () => Promise<void> }

/** Sits between a page and its server, and can hold or refuse requests. */
export class Wire {
  #fates: ReadonlyMap<string, Fate> = new Map()

  private constructor() {}

  /** Takes effect when the page loads the next time. */
  static async of(page: Page): Promise<Wire> {
    const wire = new Wire()
    await page.routeWebSocket(/\/rtm\/ws/, (socket) => wire.#connect(socket))
    return wire
  }

  /** Sets what happens to requests, by action. Requests of other actions pass. */
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
