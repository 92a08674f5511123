import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStorage } from '../../test/open-storage.js'
import { hashSecret } from '../identity/tokens.js'
import type { App } from '../model/app.js'
import type { StorageReads } from '../ports/storage.js'
import { authenticateClient, clientCredentials } from './client-authentication.js'
import { parseParameters } from './parameters.js'

const encode = (text: string) => Buffer.from(text).toString('base64')
const given = (form: string, basic?: string) => clientCredentials(parseParameters(form), basic)

test('reads credentials from the form or from HTTP Basic', () => {
  const expected = { clientId: 'id', clientSecret: 'secret' }
  assert.deepEqual(given('client_id=id&client_secret=secret'), expected)
  assert.deepEqual(given('', encode('id:secret')), expected)
  assert.deepEqual(given('client_id=id', encode('id:secret')), expected)
})

test('decodes both parts of HTTP Basic from form encoding', () => {
  const basic = encode('i+d%3A1:s%26e%2Bc+r%25et')
  assert.deepEqual(given('', basic), { clientId: 'i d:1', clientSecret: 's&e+c r%et' })
  assert.deepEqual(given('', encode('id:a&b=c')), { clientId: 'id', clientSecret: 'a&b=c' })
})

const refused: readonly (readonly [string, string | undefined, string])[] = [
  ['', undefined, 'invalid_request'],
  ['client_secret=secret', undefined, 'invalid_request'],
  ['client_id=id', undefined, 'invalid_client'],
  ['client_secret=secret', encode('id:secret'), 'invalid_request'],
  ['client_id=other', encode('id:secret'), 'invalid_request'],
  ['', encode('id'), 'invalid_client'],
  ['', encode('id:'), 'invalid_client'],
  ['', encode(':secret'), 'invalid_client'],
  ['', encode('id:secret:more'), 'invalid_client'],
  ['', '!!!', 'invalid_client'],
  ['', encode('i\0d:secret'), 'invalid_client'],
  ['', encode('i%00d:secret'), 'invalid_client'],
  ['', encode('id:sec%00ret'), 'invalid_client'],
]
for (const [form, basic, code] of refused) {
  test(`the form "${form}" with ${basic === undefined ? 'no Basic' : `Basic ${basic}`} is ${code}`, () => {
    assert.throws(() => given(form, basic), { code })
  })
}

async function reading(secretHash: string | null): Promise<StorageReads> {
  const app: App = {
    ...{ clientId: 'id', licenseId: 1, name: 'Desk', type: 'server', visibility: 'private' },
    ...{ redirectUris: [], scopes: [], secretHash, requiresPkce: false, skipsConsent: false, createdAt: 0 },
  }
  return (await openStorage((tx) => tx.apps.insert(app))).read
}

test('authenticates an app by its secret', async () => {
  const read = await reading(hashSecret('secret'))
  assert.equal((await authenticateClient(read, { clientId: 'id', clientSecret: 'secret' })).clientId, 'id')
})

test('reports an unknown app, a wrong secret and an app without a secret in the same way', async () => {
  const error = { code: 'invalid_client', message: 'unknown client or wrong secret' }
  const attempt = (read: StorageReads, clientId: string, clientSecret: string) =>
    assert.rejects(authenticateClient(read, { clientId, clientSecret }), error)
  await attempt(await reading(hashSecret('secret')), 'id', 'Secret')
  await attempt(await reading(hashSecret('secret')), 'id', hashSecret('secret'))
  await attempt(await reading(hashSecret('secret')), 'other', 'secret')
  await attempt(await reading(null), 'id', '')
  await attempt(await reading(null), 'id', 'null')
})
