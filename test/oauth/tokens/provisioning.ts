import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Admin } from '@parley/core'
import type { CreateAgentInput, CreateAppInput } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { cheapPasswords, registerApp } from '../tenant.js'

type Refusals = Readonly<
  Record<string, readonly [message: RegExp, attempt: () => Promise<unknown> | unknown]>
>

/** Checks that each call fails with a `validation` error that names the problem, thrown or rejected. */
async function assertRefused(refusals: Refusals): Promise<void> {
  for (const [title, [message, attempt]] of Object.entries(refusals)) {
    await assert.rejects(async () => attempt(), { name: 'ParleyError', type: 'validation', message }, title)
  }
}

const nobody = 'nobody@example.com'
const uuid = '00000000-0000-7000-8000-000000000000'

forEachStorage('oauth: provisioning', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp() {
    const world = await suite.world()
    const { licenseId } = world
    const admin: Admin = world.engine.parley.admin
    const agent: CreateAgentInput = { licenseId, login: `new-${licenseId}@example.com`, name: 'New' }
    const app: CreateAppInput = {
      ...{ licenseId, name: 'Desk', type: 'server', visibility: 'private' },
      ...{ redirectUris: ['https://app.example.com'], scopes: ['chats--my:read'] },
    }
    return { world, admin, licenseId, agent, app, clientId: world.clientId }
  }

  describe('an app', () => {
    test('an app is refused with invalid data', async () => {
      const { admin, app } = await setUp()
      const register = (changes: Partial<CreateAppInput>) => () => admin.apps.create({ ...app, ...changes })
      const uri = (redirectUri: string) => register({ redirectUris: ['https://good.example', redirectUri] })
      await assertRefused({
        'no license': [/licenseId does not match any license/, register({ licenseId: 999_999 })],
        'no name': [/name/, register({ name: '' })],
        'a long name': [/name/, register({ name: 'x'.repeat(513) })],
        'a public server-side app': [/public server-side app/, register({ visibility: 'public' })],
        'too many redirect URIs': [
          /redirect/,
          register({ redirectUris: Array(101).fill('https://x.example') }),
        ],
        'a redirect URI with a query': [/redirect URI/, uri('https://x.example/?a')],
        'a redirect URI with a fragment': [/redirect URI/, uri('https://x.example/#a')],
        'a redirect URI with a user': [/redirect URI/, uri('https://a@x.example/')],
        'a redirect URI with traversal': [/redirect URI/, uri('https://x.example/%2e%2e')],
        'a redirect URI of another scheme': [/redirect URI/, uri('javascript:alert(1)')],
        'a redirect URI without a host': [/redirect URI/, uri('https://')],
        'a redirect URI with a wildcard host': [/redirect URI/, uri('https://*/')],
        'a redirect URI in another spelling': [/redirect URI/, uri('https://X.example/')],
        'a long redirect URI': [/redirectUris|redirect URI/, uri(`https://x.example/${'x'.repeat(2_048)}`)],
        'a list in one redirect URI': [/redirect URI/, uri('https://x.example,https://y.example')],
      })
      assert.equal((await admin.apps.list({ licenseId: app.licenseId })).items.length, 1)
    })

    test('an app can be changed only if it exists, and only to valid data', async () => {
      const { admin, clientId, licenseId } = await setUp()
      await assertRefused({
        'an unknown app': [/clientId does not match any app/, () => admin.apps.update('x', { name: 'New' })],
        'no name': [/name/, () => admin.apps.update(clientId, { name: '' })],
        public: [/public server-side app/, () => admin.apps.update(clientId, { visibility: 'public' })],
        'a bad redirect URI': [/redirect URI/, () => admin.apps.update(clientId, { redirectUris: ['x'] })],
        'removal of an unknown app': [/clientId does not match any app/, () => admin.apps.delete('x')],
        'a secret of an unknown app': [/clientId does not match any app/, () => admin.apps.rotateSecret('x')],
      })
      const { items: before } = await admin.apps.list({ licenseId })
      const changed = await admin.apps.update(clientId, { name: 'New', requiresPkce: true })
      assert.deepEqual(changed, { ...before[0], name: 'New', requiresPkce: true })
      assert.deepEqual(await admin.apps.list({ licenseId }), { items: [changed], nextPageId: null })
      assert.equal('secretHash' in changed, false)
      await admin.apps.delete(clientId)
      await assertRefused({
        'removed twice': [/clientId does not match any app/, () => admin.apps.delete(clientId)],
      })
    })

    test('an app that is public cannot become private, because agents of other licenses may hold its tokens', async () => {
      const { world, admin } = await setUp()
      const { clientId } = await registerApp(world, { type: 'browser', visibility: 'public' })
      const update = () => admin.apps.update(clientId, { visibility: 'private' })
      await assertRefused({ 'to private': [/a public app cannot become private/, update] })
    })

    test('an app of a browser has no secret to rotate', async () => {
      const { world, admin } = await setUp()
      const { clientId } = await registerApp(world, { type: 'browser' })
      await assertRefused({ 'a secret': [/only a server-side app/, () => admin.apps.rotateSecret(clientId)] })
    })
  })

  describe('an agent', () => {
    test('an agent is refused without a license, login, name or valid password', async () => {
      const { admin, agent, world } = await setUp()
      const { id: taken } = await world.agent('taken')
      const elsewhere = await suite.world()
      const first = (id: number) => ({ id, priority: 'first' }) as const
      const create = (changes: Partial<CreateAgentInput>) => () =>
        admin.agents.create({ ...agent, ...changes })
      await assertRefused({
        'no license': [/licenseId does not match any license/, create({ licenseId: 999_999 })],
        'no login': [/login/, create({ login: '' })],
        'a long login': [/login/, create({ login: 'x'.repeat(257) })],
        'no name': [/name/, create({ name: '' })],
        'a short password': [/password must have 8 to 1024/, create({ password: '1234567' })],
        'a long password': [/password must have 8 to 1024/, create({ password: 'x'.repeat(1_025) })],
        'a group twice': [
          /groups contains a group twice/,
          create({ groups: [first(7), first(0), first(7)] }),
        ],
        'a login that is taken': [/an agent with this login exists/, create({ login: taken })],
        'a login in another case': [
          /an agent with this login exists/,
          create({ login: taken.toUpperCase() }),
        ],
        'a login taken in another license': [
          /an agent with this login exists/,
          create({ login: taken, licenseId: elsewhere.licenseId }),
        ],
      })
      assert.equal(await admin.agents.get(agent.login), undefined)
    })

    test('an agent must exist to be changed, logged out or deleted', async () => {
      const { admin } = await setUp()
      await assertRefused({
        'a password': [
          /agentId does not match any agent/,
          () => admin.agents.setPassword(nobody, 'long enough'),
        ],
        'a logout': [/agentId does not match any agent/, () => admin.agents.logOut(nobody)],
        'a deletion': [/agentId does not match any agent/, () => admin.agents.delete(nobody)],
      })
    })

    test('an agent shows nothing of the password', async () => {
      const { admin, agent } = await setUp()
      const created = await admin.agents.create({ ...agent, password: 'correct horse' })
      const found = await admin.agents.get(agent.login.toUpperCase())
      assert.deepEqual(found, created)
      assert.doesNotMatch(
        JSON.stringify([created, found, await admin.agents.list({ licenseId: agent.licenseId })]),
        /scrypt|horse/,
      )
    })
  })

  describe('tokens', () => {
    test('tokens are issued within one license only', async () => {
      const [{ admin, licenseId, clientId, world }, other] = [await setUp(), await setUp()]
      const [agent, stranger] = [await world.agent('ada'), await other.world.agent('eve')]
      const customer = await other.world.customer()
      const forAgent = (changes: object) => () =>
        admin.tokens.createForAgent({ licenseId, clientId, agentId: agent.id, ...changes })
      const forCustomer = (changes: object) => () =>
        admin.tokens.createForCustomer({ licenseId, clientId, ...changes })
      await assertRefused({
        'an unknown app': [/clientId does not match any app of the license/, forAgent({ clientId: 'x' })],
        'an app of another license': [
          /clientId does not match any app of the license/,
          forAgent({ clientId: other.clientId }),
        ],
        'an unknown agent': [
          /agentId does not match any agent of the license/,
          forAgent({ agentId: nobody }),
        ],
        'an agent of another license': [
          /agentId does not match any agent of the license/,
          forAgent({ agentId: stranger.id }),
        ],
        'an app of another license for a customer': [
          /clientId does not match any app/,
          forCustomer({ clientId: other.clientId }),
        ],
        'an unknown customer': [/customerId does not match any customer/, forCustomer({ customerId: uuid })],
        'a customer of another license': [
          /customerId does not match any customer/,
          forCustomer({ customerId: customer.id }),
        ],
      })
    })

    test('tokens have only scopes of the app that the agent may hold', async () => {
      const { admin, licenseId, world } = await setUp()
      const { clientId } = await registerApp(world)
      const { id: agentId } = await world.agent('bob', { permission: 'normal' })
      const issue = async (options: object) =>
        (await admin.tokens.createForAgent({ licenseId, clientId, agentId, ...options })).scopes
      assert.deepEqual(await issue({}), ['chats--all:read'])
      assert.deepEqual(await issue({ scopes: ['chats.meta--all:write', 'customers:read'] }), [])
    })

    test('tokens that are unknown are revoked without an error', async () => {
      await (await setUp()).admin.tokens.revoke('pla_unknown')
    })
  })

  test('licenses and customers are refused without required data', async () => {
    const { admin } = await setUp()
    await assertRefused({
      'a license without a name': [/name/, () => admin.licenses.create({ name: '' })],
      'the expiry of no license': [
        /licenseId does not match any license/,
        () => admin.licenses.update(999_999, { expiresAt: null }),
      ],
      'a customer of no license': [
        /licenseId does not match any license/,
        () => admin.customers.create({ licenseId: 999_999 }),
      ],
    })
  })
})
