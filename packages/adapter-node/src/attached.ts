import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Edge } from '@parley/core/adapter'

/** Listener of the 'upgrade' event. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Marks the listener of an attachment with its engine. The symbol is shared by all copies of this package in a process.
 */
const owner = Symbol.for('parley.attachment')

/** The part of a server that lists its 'upgrade' listeners. */
export interface ListenedTo {
  listeners(event: 'upgrade'): readonly unknown[]
}

type Owned = UpgradeListener & { readonly [owner]: Edge }

/** Marks the listener as that of an attachment. */
export function ownedBy(edge: Edge, listener: UpgradeListener): UpgradeListener {
  return Object.assign(listener, { [owner]: edge })
}

/** Returns the engines that are attached to the server. */
export function attachedEdges(server: ListenedTo): readonly Edge[] {
  return server.listeners('upgrade').flatMap((listener) => (isOwned(listener) ? [listener[owner]] : []))
}

/**
 * Returns whether the listener is the first attachment on a server with attachments only. That one handles upgrades
 * that belong to no engine.
 */
export function isAlone(server: ListenedTo, listener: UpgradeListener): boolean {
  const all = server.listeners('upgrade')
  return all[0] === listener && all.every(isOwned)
}

function isOwned(listener: unknown): listener is Owned {
  return typeof listener === 'function' && owner in listener
}
