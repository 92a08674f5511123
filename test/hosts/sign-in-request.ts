import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createParley, type Parley } from '@parley/core'
import type { SignInRequest } from '@parley/core/ports'
import { memoryStorage } from '@parley/storage-memory'
import type { Host } from '../support/host.js'

/** Path at which each host serves Parley. */
export const mountPath = '/support'

/** The session that a middleware of the host derived from the cookie of the request. */
export const session = { agentId: 'ada@example.com' }

/** Serves Parley at {@link mountPath}, behind a middleware that knows {@link session}. */
export type StartWithSession = (parley: Parley) => Promise<Host>

interface WithSession {
  readonly session: typeof session
}

const origin = 'https://shop.example'

const isOfHost = (raw: unknown): raw is WithSession =>
  typeof raw === 'object' && raw !== null && 'session' in raw

/** The hook `signIn` gets the host's own request object as `request.raw` (decisions §4.17). */
export function testSignInRequest(hosts: Readonly<Record<string, StartWithSession>>): void {
  for (const [name, start] of Object.entries(hosts)) {
    test(`the hook signIn reads the session that a middleware of ${name} has made`, async () => {
      const requests: SignInRequest[] = []
      const parley = await createParley({
        storage: memoryStorage(),
        baseUrl: origin + mountPath,
        signIn: async (request) => {
          requests.push(request)
          return isOfHost(request.raw) ? { agentId: request.raw.session.agentId } : { redirectTo: '/login' }
        },
      })
      const host = await start(parley)
      try {
        const { id: licenseId } = await parley.admin.licenses.create({ name: 'Shop' })
        await parley.admin.agents.create({ licenseId, login: session.agentId, name: 'Ada' })
        const redirectUri = `${origin}/desk`
        const { clientId } = await parley.admin.apps.create({
          ...{ licenseId, name: 'Desk', type: 'browser', visibility: 'private', scopes: [] },
          ...{ redirectUris: [redirectUri], skipsConsent: true },
        })
        const query = new URLSearchParams({
          response_type: 'token',
          client_id: clientId,
          redirect_uri: redirectUri,
        })
        const answer = await fetch(`${host.url}${mountPath}/auth/?${query}`, { redirect: 'manual' })
        assert.match(answer.headers.get('location') ?? '', /^https:\/\/shop\.example\/desk#access_token=pla_/)
        assert.equal(requests.length, 1)
      } finally {
        await parley.close()
        await host.close()
      }
    })
  }
}
