import { isolated } from './direction.js'

/**
 * Why nobody has a chat that waits. The router gives a chat to whoever accepts chats, may take it and has room, so that is
 * all that can be the reason.
 *
 * @param chat `{groups, customer}`
 * @param agents empty: they are not known. Else `{id, name, is_accepting, teams, is_administrator}` of each, as the shop's server tells them
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

/** A chat of no team is everybody's. */
function mayTake({ teams, is_administrator }, groups) {
  return groups.length === 0 || is_administrator || groups.some((id) => teams.includes(id))
}
