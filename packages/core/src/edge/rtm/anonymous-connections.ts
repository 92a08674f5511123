import { networkOf } from '../../domain/addresses.js'
import { ParleyError } from '../../errors.js'

/** A connection, as far as it is counted. */
export interface Connected {
  readonly remoteAddress: string | null
}

/** When somebody else will have logged in, or been closed. */
const retryAfterSeconds = 1

/** Connections that have not logged in: so many on this node, and from one address (decisions §16.20). */
export class AnonymousConnections {
  readonly #maxCount: number
  readonly #maxCountPerAddress: number
  readonly #networks = new Map<Connected, string>()
  readonly #countByNetwork = new Map<string, number>()

  constructor(maxCount: number, maxCountPerAddress: number) {
    this.#maxCount = maxCount
    this.#maxCountPerAddress = maxCountPerAddress
  }

  get count(): number {
    return this.#networks.size
  }

  /** `service_unavailable` when there are as many as allowed, `too_many_requests` when there are from that address. */
  requireRoom(address: string | null): void {
    if (this.#networks.size >= this.#maxCount) {
      throw new ParleyError('service_unavailable', { detail: 'too many connections', retryAfterSeconds })
    }
    const fromThere = address === null ? 0 : (this.#countByNetwork.get(networkOf(address)) ?? 0)
    if (fromThere >= this.#maxCountPerAddress) {
      throw new ParleyError('too_many_requests', { detail: 'too many connections', retryAfterSeconds })
    }
  }

  /** Its address is asked for here only: once its socket is gone, it has none. */
  add(connection: Connected): void {
    const { remoteAddress } = connection
    const network = remoteAddress === null ? '' : networkOf(remoteAddress)
    this.#networks.set(connection, network)
    this.#countByNetwork.set(network, (this.#countByNetwork.get(network) ?? 0) + 1)
  }

  /** Nothing happens where it is not one of them. */
  remove(connection: Connected): void {
    const network = this.#networks.get(connection)
    if (network === undefined) return
    this.#networks.delete(connection)
    const left = (this.#countByNetwork.get(network) ?? 0) - 1
    if (left > 0) this.#countByNetwork.set(network, left)
    else this.#countByNetwork.delete(network)
  }
}
