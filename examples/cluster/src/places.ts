import type { Name } from './conversation.js'
import type { Backend } from './round-robin.js'

/** Path of the API and transport that each person uses. */
export const paths = {
  Ada: '/agent/v0.4/rtm/ws',
  Casey: '/customer/v0.5/rtm/sio/',
} as const satisfies Readonly<Record<Name, string>>

/** Tracks on which node each person is connected, as the proxy sees it. */
export class ClientNodes {
  readonly #nodes = new Map<string, Backend>()

  /** Records that a session has begun on that node. */
  note(path: string, node: Backend): void {
    if (path === paths.Ada || path === paths.Casey) this.#nodes.set(path, node)
  }

  nodeOf(who: Name): Backend {
    const node = this.#nodes.get(paths[who])
    if (node === undefined) throw new Error(`${who} is connected to no node`)
    return node
  }
}
