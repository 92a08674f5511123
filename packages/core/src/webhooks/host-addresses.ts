import { lookup, Resolver } from 'node:dns/promises'
import type { WebhookTargets } from '../domain/webhook-targets.js'

/** One IP address of a host. */
export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Resolves a host to its addresses. Rejects when the host has none, or when no name server responds. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/** Timeout of one DNS query, in milliseconds. A query is sent twice. */
const timeoutMs = 2_000

/**
 * Looks up the addresses of hosts. Only hosts that the operator has named are looked up by the operating system: it
 * uses one of a few threads per lookup, so name servers that never respond would block all other lookups.
 */
export class HostAddresses {
  readonly #targets: WebhookTargets
  readonly #resolver = new Resolver({ timeout: timeoutMs, tries: 2 })

  /** `servers` are the addresses of name servers. Default: those of the machine. */
  constructor(targets: WebhookTargets, servers?: readonly string[]) {
    this.#targets = targets
    if (servers !== undefined) this.#resolver.setServers(servers)
  }

  readonly resolve: ResolveHost = async (host) => {
    const { allowsPrivate, hosts } = this.#targets
    const found = await (allowsPrivate || hosts.has(host) ? lookup(host, { all: true }) : this.#ask(host))
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  }

  /** Cancels the running lookups, which then reject. */
  close(): void {
    this.#resolver.cancel()
  }

  async #ask(host: string): Promise<readonly HostAddress[]> {
    const [four, six] = await Promise.allSettled([
      this.#resolver.resolve4(host),
      this.#resolver.resolve6(host),
    ])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 }) as const),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 }) as const),
    ]
  }
}
