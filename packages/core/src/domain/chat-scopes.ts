import type { ChatScopes } from '../model/chat.js'

/** The groups and agents that a request adds to the scopes of a chat, and removes from them. */
export interface ScopesChange {
  readonly add: ChatScopes
  readonly remove: ChatScopes
}

/** The groups and agents that a change actually added and removed. */
export interface ScopesDifference {
  readonly added: ChatScopes
  readonly removed: ChatScopes
}

/**
 * Returns the scopes after the change and how they differ, or `undefined` when nothing changes. A group or agent that
 * is both added and removed is in the scopes afterwards.
 */
export function changedScopes(
  before: ChatScopes,
  { add, remove }: ScopesChange,
): (ScopesDifference & { readonly scopes: ChatScopes }) | undefined {
  const groups = changed(before.groups, add.groups, remove.groups)
  const agents = changed(before.agents, add.agents, remove.agents)
  const isSame = [groups, agents].every(({ added, removed }) => added.length + removed.length === 0)
  if (isSame) return undefined
  return {
    scopes: { groups: groups.after, agents: agents.after },
    added: { groups: groups.added, agents: agents.added },
    removed: { groups: groups.removed, agents: agents.removed },
  }
}

/** Returns the difference that the change requests, regardless of the scopes that the chat has. */
export function requestedDifference({ add, remove }: ScopesChange): ScopesDifference {
  return {
    added: { groups: [...new Set(add.groups)], agents: [...new Set(add.agents)] },
    removed: { groups: without(remove.groups, add.groups), agents: without(remove.agents, add.agents) },
  }
}

/** Returns the scopes that the chat had before the difference was applied. */
export function formerScopes(scopes: ChatScopes, { added, removed }: ScopesDifference): ChatScopes {
  return {
    groups: changed(scopes.groups, removed.groups, added.groups).after,
    agents: changed(scopes.agents, removed.agents, added.agents).after,
  }
}

function changed<T>(before: readonly T[], add: readonly T[], remove: readonly T[]) {
  const added = [...new Set(add)].filter((one) => !before.includes(one))
  const removed = before.filter((one) => remove.includes(one) && !add.includes(one))
  const after = [...before.filter((one) => !removed.includes(one)), ...added]
  return { after, added, removed }
}

function without<T>(all: readonly T[], others: readonly T[]): readonly T[] {
  return [...new Set(all)].filter((one) => !others.includes(one))
}
