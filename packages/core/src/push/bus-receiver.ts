import type { Identities } from '../identity/identities.js'
import type { Bus } from '../ports/bus.js'
import type { BusMessage } from './bus-message.js'
import type { FanOut } from './fan-out.js'
import type { EndOfSession, PushTarget } from './push-target.js'
import type { Sessions } from './sessions.js'

/** Does on this node what others, and it itself, publish. */
export class BusReceiver {
  readonly #nodeId: string
  readonly #bus: Bus<BusMessage>
  readonly #sessions: Sessions
  readonly #fanOut: FanOut
  readonly #subscribed = new Set<number>()
  #identities: Pick<Identities, 'forget' | 'forgetAll'> | undefined

  constructor(dependencies: {
    readonly nodeId: string
    readonly bus: Bus<BusMessage>
    readonly sessions: Sessions
    readonly fanOut: FanOut
  }) {
    this.#nodeId = dependencies.nodeId
    this.#bus = dependencies.bus
    this.#sessions = dependencies.sessions
    this.#fanOut = dependencies.fanOut
  }

  /** Whose cache is told of what ends tokens. */
  informs(identities: Pick<Identities, 'forget' | 'forgetAll'>): void {
    this.#identities = identities
  }

  /** Listens to the license from now on, if it did not yet. */
  listen(licenseId: number): void {
    if (this.#subscribed.has(licenseId)) return
    this.#subscribed.add(licenseId)
    this.#bus.subscribe(licenseId, (message) => this.#receive(licenseId, message))
  }

  #receive(licenseId: number, message: BusMessage): void {
    switch (message.kind) {
      case 'push':
        this.#fanOut.deliver(message.push, message.nodeId === this.#nodeId ? message.origin : null)
        return
      case 'token_revoked':
        this.#revoke(licenseId, new Set(message.tokenHashes))
        return
      case 'app_removed':
        this.#identities?.forgetAll()
        this.#end(licenseId, 'token_revoked', ({ caller }) => caller.principal.clientId === message.clientId)
        return
      case 'agent_deleted':
        this.#identities?.forgetAll()
        this.#end(licenseId, 'agent_deleted', (target) => isOfAgent(target, message.agentId))
        return
      case 'agent_logged_out':
        this.#logOut(licenseId, message.agentId)
        return
      case 'license_changed':
        this.#identities?.forgetAll()
        for (const target of this.#sessions.ofLicense(licenseId)) target.licenseExpiresAt(message.expiresAt)
    }
  }

  /** Removed first: who was logged out has no grace to come back in, so nothing may be written about leaving. */
  #logOut(licenseId: number, agentId: string): void {
    for (const target of this.#sessions.ofAgent(licenseId, agentId)) {
      this.#sessions.remove(target)
      target.end('logged_out_remotely')
    }
  }

  #revoke(licenseId: number, tokenHashes: ReadonlySet<string>): void {
    this.#identities?.forget([...tokenHashes])
    this.#end(licenseId, 'token_revoked', ({ tokenHash }) => tokenHashes.has(tokenHash))
  }

  #end(licenseId: number, cause: EndOfSession, concerns: (target: PushTarget) => boolean): void {
    const targets = [...this.#sessions.ofLicense(licenseId)]
    for (const target of targets.filter(concerns)) target.end(cause)
  }
}

function isOfAgent({ caller }: PushTarget, agentId: string): boolean {
  return caller.api === 'agent' && caller.principal.id === agentId
}
