import type { ChatCaller } from '../domain/caller.js'
import type { PushTarget } from './push-target.js'

type AgentCaller = Extract<ChatCaller, { api: 'agent' }>

/** Connections of agents with the same version, permission, groups and scopes. */
export interface AgentGroup {
  /** Caller of one of the connections. */
  readonly caller: AgentCaller
  readonly targets: Set<PushTarget>
}

/**
 * Groups the agents of a license by everything that decides about pushes, so that access and payload are computed once
 * per group.
 */
export class AgentGroups {
  readonly #groups = new Map<string, AgentGroup>()

  add(target: PushTarget, caller: AgentCaller): void {
    const key = keyOf(caller)
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, { caller, targets: new Set([target]) })
    else group.targets.add(target)
  }

  remove(target: PushTarget, caller: AgentCaller): void {
    const key = keyOf(caller)
    const targets = this.#groups.get(key)?.targets
    targets?.delete(target)
    if (targets?.size === 0) this.#groups.delete(key)
  }

  all(): Iterable<AgentGroup> {
    return this.#groups.values()
  }
}

function keyOf({ version, principal }: AgentCaller): string {
  const { permission, groups, scopes } = principal
  return [version, permission, groups.join(), ...scopes].join(' ')
}
