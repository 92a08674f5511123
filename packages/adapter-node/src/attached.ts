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
export interface ListenerSource {
  listeners(event: 'upgrade'): readonly unknown[]
}

type OwnedListener = UpgradeListener & { readonly [owner]: Edge }

/** Marks the listener as that of an attachment. */
export function markListener(edge: Edge, listener: UpgradeListener): UpgradeListener {
  return Object.assign(listener, { [owner]: edge })
}

/** Returns the engines that are attached to the server. */
export function attachedEdges(server: ListenerSource): readonly Edge[] {
  return server.listeners('upgrade').flatMap((listener) => (isOwned(listener) ? [listener[owner]] : []))
}

/**
 * Returns whether the listener is the first attachment on a server with attachments only. That one handles upgrades
 * that belong to no engine.
 */
export function isFirstAttachment(server: ListenerSource, listener: UpgradeListener): boolean {
  const all = server.listeners('upgrade')
  return all[0] === listener && all.every(isOwned)
}

function isOwned(listener: unknown): listener is OwnedListener {
  return typeof listener === 'function' && owner in listener
}
