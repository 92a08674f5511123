import { RtmError } from './rtm.js'

/**
 * Where a page gets its token from, and the address to connect to. The token is kept until a fresh one is asked
 * for: a reconnect should not depend on more than Parley itself.
 */
export function openSession({ endpoint, body, path }) {
  let session
  return async (fresh) => {
    if (session === undefined || fresh) session = await fetchSession(endpoint, body)
    const url = new URL(path, location.href)
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    url.search = new URLSearchParams({ license_id: session.license_id }).toString()
    return { url: url.href, token: session.access_token }
  }
}

async function fetchSession(endpoint, body = {}) {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new RtmError('session', `The server refused a session (${response.status}).`)
  return response.json()
}
