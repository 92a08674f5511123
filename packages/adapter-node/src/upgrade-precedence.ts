import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Takes an 'upgrade' event, or answers `false` and leaves it alone. */
export type UpgradeTaker = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

/** What tells its listeners of upgrades. */
export interface UpgradeEmitter {
  emit(event: string, ...values: readonly unknown[]): boolean
}

/**
 * Has `take` see each 'upgrade' event before the listeners do, whenever those were added, and keeps from them what it
 * takes: all listeners of an event get the same socket, and some, such as the server of `ws`, answer whatever is not
 * theirs with a refusal. Returns what takes it back.
 */
export function takeUpgradesFirst(server: UpgradeEmitter, take: UpgradeTaker): () => void {
  const before = server.emit
  let isOver = false
  const emit: UpgradeEmitter['emit'] = (event, ...values) => {
    if (event === 'upgrade' && !isOver && isUpgrade(values) && take(...values)) return true
    return before.call(server, event, ...values)
  }
  server.emit = emit
  return () => {
    // Somebody else may have put theirs before this one.
    isOver = true
    if (server.emit === emit) server.emit = before
  }
}

/** As Node.js emits it. */
function isUpgrade(values: readonly unknown[]): values is [IncomingMessage, Duplex, Buffer] {
  return values.length === 3
}
