/**
 * Loads the agents of the license. Parley's APIs do not list them, so this shop's server does, for agents who are
 * signed in to the desk.
 */

let colleagues = []

export async function loadColleagues(token) {
  const response = await fetch('/quickstart/colleagues', {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The server does not list the agents (${response.status}).`)
  colleagues = (await response.json()).agents
}

/** Returns `{id, name, teams, is_administrator, is_accepting}` of each agent, including the signed-in one. */
export function allColleagues() {
  return colleagues
}
