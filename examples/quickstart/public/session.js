import { RtmError } from './rtm.js'

/**
 * Returns a function that gets a customer's token and the address to connect to. They are kept until fresh ones are
 * requested.
 */
export function customerSession() {
  let session
  return async (fresh) => {
    // A reconnect should depend only on Parley itself.
    if (session === undefined || fresh) session = await fetchCustomerSession()
    const { access_token, license_id } = session
    return {
      url: socketUrl('/customer/v0.5/rtm/ws', { license_id }),
      token: access_token,
      actionUrl: (action) => `/customer/v0.5/action/${action}?license_id=${license_id}`,
    }
  }
}

/**
 * Returns a function that gets the signed-in agent's token and addresses. Only signing in again gives an agent a fresh
 * token.
 */
export function agentSession(signIn) {
  return async (fresh) => {
    const isOver = signIn.token === undefined || (fresh && !(await signIn.isTokenGood()))
    if (isOver) throw new RtmError('signed_out', 'Nobody is signed in.')
    return {
      url: socketUrl('/agent/v0.4/rtm/ws'),
      token: signIn.token,
      actionUrl: (action) => `/agent/v0.4/action/${action}`,
    }
  }
}

function socketUrl(path, query = {}) {
  const url = new URL(path, location.href)
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  url.search = new URLSearchParams(query).toString()
  return url.href
}

async function fetchCustomerSession() {
  const response = await fetch('/quickstart/customer-session', {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new RtmError('session', `The server refused a session (${response.status}).`)
  return response.json()
}
