import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge } from '@parley/core'

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** On the listener of an attachment: whose it is. Shared by all copies of this package that a process may have. */
const owner = Symbol.for('parley.attachment')

/** What of a server tells who listens to its upgrades. */
export interface ListenedTo {
  listeners(event: 'upgrade'): readonly unknown[]
}

type Owned = UpgradeListener & { readonly [owner]: Edge }

/** The listener, known as that of an attachment. */
export function ownedBy(edge: Edge, listener: UpgradeListener): UpgradeListener {
  return Object.assign(listener, { [owner]: edge })
}

/** The engines that are attached to the server. */
export function attachedEdges(server: ListenedTo): readonly Edge[] {
  return server.listeners('upgrade').flatMap((listener) => (isOwned(listener) ? [listener[owner]] : []))
}

/** The first of the attachments, where nobody but attachments listens: it answers what belongs to none of them. */
export function isAlone(server: ListenedTo, listener: UpgradeListener): boolean {
  const all = server.listeners('upgrade')
  return all[0] === listener && all.every(isOwned)
}

function isOwned(listener: unknown): listener is Owned {
  return typeof listener === 'function' && owner in listener
}
