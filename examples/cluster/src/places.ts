import type { Name } from './conversation.js'
import type { Backend } from './round-robin.js'

/** Where somebody is connected: the path of the API that they use, by the transport that they use. */
export const paths = {
  Ada: '/agent/v0.4/rtm/ws',
  Casey: '/customer/v0.5/rtm/sio/',
} as const satisfies Readonly<Record<Name, string>>

/** On which node each of them is, as the proxy sees it. */
export class Places {
  readonly #nodes = new Map<string, Backend>()

  /** A session has begun on that node. */
  note(path: string, node: Backend): void {
    if (path === paths.Ada || path === paths.Casey) this.#nodes.set(path, node)
  }

  nodeOf(who: Name): Backend {
    const node = this.#nodes.get(paths[who])
    if (node === undefined) throw new Error(`${who} is connected to no node`)
    return node
  }
}
