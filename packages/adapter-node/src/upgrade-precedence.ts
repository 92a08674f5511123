import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes an 'upgrade' event and returns `true`, or returns `false` and leaves it alone. */
export type TryUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

/** The part of a server that emits upgrades. */
export interface UpgradeEmitter {
  emit(event: string, ...values: readonly unknown[]): boolean
}

/**
 * Passes each 'upgrade' event to `take` before the listeners, whenever those were added, and hides from them what it
 * takes. All listeners of an event get the same socket, and some, such as the server of `ws`, refuse whatever is not
 * theirs. Returns a function that undoes it.
 */
export function interceptUpgrades(server: UpgradeEmitter, take: TryUpgrade): () => void {
  const before = server.emit
  let isOver = false
  const emit: UpgradeEmitter['emit'] = (event, ...values) => {
    if (event === 'upgrade' && !isOver && isUpgrade(values) && take(...values)) return true
    return before.call(server, event, ...values)
  }
  server.emit = emit
  return () => {
    // Another wrapper may have been installed on top of this one.
    isOver = true
    if (server.emit === emit) server.emit = before
  }
}

/** Returns whether the values are those that Node.js emits for an upgrade. */
function isUpgrade(values: readonly unknown[]): values is [IncomingMessage, Duplex, Buffer] {
  return values.length === 3
}
