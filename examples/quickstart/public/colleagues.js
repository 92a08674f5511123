/** Parley's APIs do not list the agents; this shop's server does, for who is signed in to the desk. */

let colleagues = []

export async function loadColleagues(token) {
  const response = await fetch('/quickstart/colleagues', {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The server does not tell the agents (${response.status}).`)
  colleagues = (await response.json()).agents
}

/** `{id, name, teams, is_administrator, is_accepting}` of each, the signed-in agent included. */
export function allColleagues() {
  return colleagues
}
