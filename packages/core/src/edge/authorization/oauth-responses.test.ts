import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuthError } from '../../errors.js'
import { errorPageResponse, oauthFailure } from './oauth-responses.js'

const busy = new OAuthError('temporarily_unavailable', 'Please try again.', { retryAfterSeconds: 1 })
const renderPage = ({ bodyHtml }: { readonly bodyHtml: string }) => bodyHtml
const pageOptions = { renderPage, nonce: 'nonce', setCookie: undefined }

for (const [audience, { status, headers }] of [
  ['a program', oauthFailure(busy)],
  ['a browser', errorPageResponse(busy, pageOptions)],
] as const) {
  test(`${audience} gets a Retry-After header`, () =>
    assert.deepEqual([status, headers['Retry-After']], [503, '1']))
}
