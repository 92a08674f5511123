import { hiddenFieldsOf } from '../../oauth/browser.js'
import { httpFlood } from '../actions.js'
import type { Arena } from '../arena.js'
import { type Attack, type Kinds, times } from '../attack.js'
import { formRequest, request } from '../bytes.js'
import { plain } from '../lines.js'
import { asCustomer, type People } from '../people.js'
import { always, flood } from '../strategies.js'

const bearer = (token: string) => [['Authorization', `Bearer ${token}`]] as const

function authorizeQuery({ browserApp: { clientId, redirectUri } }: People): string {
  const parameters = { response_type: 'token', client_id: clientId, redirect_uri: redirectUri }
  return new URLSearchParams(parameters).toString()
}

/** Returns an attack that submits the form of the password page again and again with a wrong password. */
function signInFlood(loginOf: (arena: Arena) => string): Attack {
  return async (arena) => {
    const peer = arena.peer()
    const page = await peer.exchange(request('GET', `/auth/?${authorizeQuery(arena.people)}`))
    peer.close()
    const { csrf = '', request: query = '' } = hiddenFieldsOf({ text: page?.body ?? '' })
    const cookie = page?.headers.get('set-cookie')?.split(';')[0]
    if (csrf === '' || cookie === undefined) throw new Error(`no password page: ${page?.body}`)
    const form = () =>
      formRequest('/auth/sign-in', { csrf, request: query, login: loginOf(arena), password: 'wrong' }, [
        ['Cookie', cookie],
      ])
    await times(
      8,
      flood(plain, () => form),
    )(arena)
  }
}

function refreshForm({ serverApp: { clientId, clientSecret } }: People, refreshToken: string) {
  return {
    ...{ grant_type: 'refresh_token', refresh_token: refreshToken },
    ...{ client_id: clientId, client_secret: clientSecret },
  }
}

const unknownSecret = (arena: Arena) => String(arena.random()).padEnd(47, 'x')

/** Attacks on each endpoint of the authorization service. */
export const oauth: Kinds = {
  'token with an unknown refresh token': {
    attack: httpFlood((arena) => () => {
      return formRequest('/auth/token', refreshForm(arena.people, `plr_${unknownSecret(arena)}`))
    }),
  },
  'token with the wrong secret': {
    attack: httpFlood((arena) => () => {
      const form = { ...refreshForm(arena.people, arena.people.refreshToken), client_secret: 'wrong' }
      return formRequest('/auth/token', form)
    }),
  },
  'token refreshed': {
    attack: httpFlood(
      always(({ people }) => formRequest('/auth/token', refreshForm(people, people.refreshToken))),
    ),
  },
  'token with an unknown code': {
    attack: httpFlood((arena) => () => {
      const { clientId, clientSecret, redirectUri } = arena.people.serverApp
      return formRequest('/auth/token', {
        ...{
          grant_type: 'authorization_code',
          code: `plo_${unknownSecret(arena)}`,
          redirect_uri: redirectUri,
        },
        ...{ client_id: clientId, client_secret: clientSecret },
      })
    }),
  },
  'token deleted': {
    attack: httpFlood((arena) => () => request('DELETE', `/auth/token?token=pla_${unknownSecret(arena)}`)),
  },
  revoke: {
    attack: httpFlood((arena) => () => {
      const { clientId, clientSecret } = arena.people.serverApp
      const form = { token: `plr_${unknownSecret(arena)}`, client_id: clientId, client_secret: clientSecret }
      return formRequest('/auth/revoke', form)
    }),
  },
  authorize: {
    attack: httpFlood(always(({ people }) => request('GET', `/auth/?${authorizeQuery(people)}`))),
  },
  'authorize for an unknown app': {
    attack: httpFlood(
      (arena) => () => request('GET', `/auth/?response_type=token&client_id=${arena.random()}`),
    ),
  },
  'authorize with a long state': {
    attack: httpFlood(
      always(({ people }) => {
        return request('GET', `/auth/?${authorizeQuery(people)}&state=${'s'.repeat(4_096)}`)
      }),
    ),
  },
  'sign in to one account': { attack: signInFlood(({ people }) => people.agentId) },
  'sign in to many accounts': { attack: signInFlood((arena) => `${arena.random()}@example.com`) },
  info: {
    attack: httpFlood(
      always(({ people }) => request('GET', '/auth/info', '', bearer(asCustomer(people).token))),
    ),
  },
  'info with unknown tokens': {
    attack: httpFlood(
      (arena) => () => request('GET', '/auth/info', '', bearer(`pla_${unknownSecret(arena)}`)),
    ),
  },
  'customers made': {
    attack: httpFlood(
      always(({ people: { appToken, serverApp } }) => {
        const { clientId, redirectUri } = serverApp
        const form = { client_id: clientId, response_type: 'token', redirect_uri: redirectUri }
        return formRequest('/auth/customer/', form, bearer(appToken))
      }),
    ),
  },
  'direct chat': {
    attack: httpFlood(
      always(({ people: { customer, serverApp } }) => {
        const query = new URLSearchParams({
          access_token: customer.token,
          redirect_uri: serverApp.redirectUri,
        })
        return request('GET', `/auth/customer?${query}`)
      }),
    ),
  },
  metadata: {
    attack: httpFlood(always(() => request('GET', '/auth/.well-known/oauth-authorization-server'))),
  },
}
