import { lookup, Resolver } from 'node:dns/promises'
import type { WebhookTargets } from '../domain/webhook-targets.js'

export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Rejects where a host has no address, or nobody who knows it answers. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/** Of one question, which is asked twice. */
const timeoutMs = 2_000

/**
 * Addresses of hosts. The operating system is asked about hosts that the operator has named alone: it has a thread for each
 * question and few threads, so name servers that never answer would keep everybody else waiting.
 */
export class HostAddresses {
  readonly #targets: WebhookTargets
  readonly #resolver = new Resolver({ timeout: timeoutMs, tries: 2 })

  /** `servers`: addresses of name servers; default: those of the machine. */
  constructor(targets: WebhookTargets, servers?: readonly string[]) {
    this.#targets = targets
    if (servers !== undefined) this.#resolver.setServers(servers)
  }

  readonly resolve: ResolveHost = async (host) => {
    const { allowsPrivate, hosts } = this.#targets
    const found = await (allowsPrivate || hosts.has(host) ? lookup(host, { all: true }) : this.#ask(host))
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  }

  /** Questions that are under way reject. */
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
