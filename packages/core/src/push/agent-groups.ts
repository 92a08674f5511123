import type { ChatCaller } from '../domain/caller.js'
import type { PushTarget } from './push-target.js'

type AgentCaller = Extract<ChatCaller, { api: 'agent' }>

/** Connections of agents that differ in nothing but who they are: version, permission, groups and scopes. */
export interface AgentGroup {
  /** One of them. */
  readonly caller: AgentCaller
  readonly targets: Set<PushTarget>
}

/**
 * The agents of a license by what decides about pushes, so that it is decided, and looked up in which shape, once
 * for all who are alike.
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
