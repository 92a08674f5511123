import { isolated } from './direction.js'

/**
 * Returns why a chat waits. Routing assigns a chat to any agent who accepts chats, may serve it and is below the limit,
 * so only these can be the reason.
 *
 * @param chat `{groups, customer}`
 * @param agents `{id, name, is_accepting, teams, is_administrator}` of each, from the shop's server; empty when they
 *   are not loaded
 * @param teamNames `(groupIds) => string`
 */
export function whyWaiting({ groups, customer }, agents, { me, teamNames }) {
  if (customer?.banned) return 'The customer is banned'
  if (agents.length === 0) return ''
  const accepting = agents.filter((agent) => agent.is_accepting)
  if (accepting.length === 0) return 'Nobody accepts chats'
  const able = accepting.filter((agent) => mayTake(agent, groups))
  if (able.length === 0) return `Nobody who accepts chats is in ${teamNames(groups)}`
  const others = able.filter(({ id }) => id !== me).map(({ name }) => name)
  return `Busy: ${[...(others.length < able.length ? ['you'] : []), ...others.map(isolated)].join(', ')}`
}

/** Returns whether an agent may serve a chat of these groups. A chat without groups is for all agents. */
function mayTake({ teams, is_administrator }, groups) {
  return groups.length === 0 || is_administrator || groups.some((id) => teams.includes(id))
}
