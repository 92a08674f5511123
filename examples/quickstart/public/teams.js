import { isolated } from './direction.js'

/** Parley knows groups by number; what the teams of this shop are called, its server tells. */

let teams = []

export async function loadTeams() {
  const response = await fetch('/quickstart/settings', { signal: AbortSignal.timeout(10_000) })
  if (response.ok) teams = (await response.json()).teams
}

/** `{id, name}` of each. */
export function allTeams() {
  return teams
}

export function teamNames(groupIds) {
  return groupIds.map((id) => isolated(nameOf(id))).join(', ')
}

function nameOf(groupId) {
  return teams.find((team) => team.id === groupId)?.name ?? `Team ${groupId}`
}
