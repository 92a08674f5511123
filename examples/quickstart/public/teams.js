import { isolated } from './direction.js'

/** Loads the names of the shop's teams from its server. Parley knows groups only by number. */

let teams = []

export async function loadTeams() {
  const response = await fetch('/quickstart/settings', { signal: AbortSignal.timeout(10_000) })
  if (response.ok) teams = (await response.json()).teams
}

/** Returns `{id, name}` of each team. */
export function allTeams() {
  return teams
}

export function teamNames(groupIds) {
  return groupIds.map((id) => isolated(nameOf(id))).join(', ')
}

function nameOf(groupId) {
  return teams.find((team) => team.id === groupId)?.name ?? `Team ${groupId}`
}
