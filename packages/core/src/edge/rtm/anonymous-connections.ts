import { getNetwork } from '../../domain/addresses.js'
import { ParleyError } from '../../errors.js'

/** Seconds after which other connections have logged in or were closed. */
const retryAfterSeconds = 1

/** Counts the connections that have not logged in, on this node and per address, and limits both (decisions §16.20). */
export class AnonymousConnections {
  readonly #maxCount: number
  readonly #maxCountPerAddress: number
  readonly #networks = new Map<object, string>()
  readonly #countByNetwork = new Map<string, number>()

  constructor(maxCount: number, maxCountPerAddress: number) {
    this.#maxCount = maxCount
    this.#maxCountPerAddress = maxCountPerAddress
  }

  get count(): number {
    return this.#networks.size
  }

  /**
   * Throws `service_unavailable` when this node has the maximum number of anonymous connections, and
   * `too_many_requests` when the address has.
   */
  requireCapacity(address: string | null): void {
    if (this.#networks.size >= this.#maxCount) {
      throw new ParleyError('service_unavailable', { detail: 'too many connections', retryAfterSeconds })
    }
    const fromThere = address === null ? 0 : (this.#countByNetwork.get(getNetwork(address)) ?? 0)
    if (fromThere >= this.#maxCountPerAddress) {
      throw new ParleyError('too_many_requests', { detail: 'too many connections', retryAfterSeconds })
    }
  }

  add(connection: object, remoteAddress: string | null): void {
    const network = remoteAddress === null ? '' : getNetwork(remoteAddress)
    this.#networks.set(connection, network)
    this.#countByNetwork.set(network, (this.#countByNetwork.get(network) ?? 0) + 1)
  }

  /** Does nothing when the connection is not counted. */
  remove(connection: object): void {
    const network = this.#networks.get(connection)
    if (network === undefined) return
    this.#networks.delete(connection)
    const left = (this.#countByNetwork.get(network) ?? 0) - 1
    if (left > 0) this.#countByNetwork.set(network, left)
    else this.#countByNetwork.delete(network)
  }
}
