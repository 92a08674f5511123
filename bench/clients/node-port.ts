import type { ClientOrder } from '../processes/messages.js'

/** Returns the port of the node for a connection; the nodes take turns. */
export function nodePort({ port, otherPorts }: ClientOrder, turn: number): number {
  const place = turn % (1 + otherPorts.length)
  return otherPorts[place - 1] ?? port
}
