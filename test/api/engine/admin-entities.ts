import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'

const isInvalid = { type: 'validation' }
const dayMs = 86_400_000

forEachStorage('admin methods for entities', (storage) => {
  const suite = useEngine(storage, { webhooks: { allowedTargets: ['127.0.0.1'] } })

  test('licenses.update changes the given fields, and returns dates', async () => {
    const { licenses } = suite.engine.parley.admin
    const created = await licenses.create({ name: 'Acme' })
    assert.deepEqual(created.createdAt, new Date(suite.engine.clock.now()))
    assert.equal(created.expiresAt, null)
    const expiresAt = new Date(suite.engine.clock.now() + dayMs)
    const changed = await licenses.update(created.id, { name: 'Acme Ltd', isInTrial: true, expiresAt })
    assert.deepEqual(changed, { ...created, name: 'Acme Ltd', isInTrial: true, expiresAt })
    assert.deepEqual(await licenses.update(created.id, { plan: 'team' }), { ...changed, plan: 'team' })
    const endless = await licenses.update(created.id, { expiresAt: null })
    assert.deepEqual(endless, { ...changed, plan: 'team', expiresAt: null })
    assert.deepEqual(await licenses.get(created.id), endless)
    await assert.rejects(licenses.update(999_999, {}), isInvalid)
  })

  test('agents.get returns whether the agent is online, without internal fields of the storage', async () => {
    const world = await suite.world()
    const ada = await world.agent('ada')
    const { agents } = suite.engine.parley.admin
    const away = await agents.get(ada.id)
    assert.deepEqual([away?.isOnline, away?.isConnected], [false, false])
    assert.equal('onlineUntil' in (away ?? {}), false)
    const desk = await ada.connect()
    const here = await agents.get(ada.id)
    assert.deepEqual([here?.isOnline, here?.isConnected], [true, true])
    await desk.close()
  })

  test('apps.get returns the app without its secret', async () => {
    const { licenseId, engine } = await suite.world()
    const { apps } = engine.parley.admin
    const { clientSecret, ...app } = await apps.create({
      ...{ licenseId, name: 'Server', type: 'server', visibility: 'private' },
      ...{ redirectUris: [], scopes: ['chats--my:read'], requiresPkce: true },
    })
    assert.ok(clientSecret)
    assert.equal(app.requiresPkce, true)
    assert.deepEqual(await apps.get(app.clientId), app)
    assert.deepEqual(
      Object.keys(app).filter((key) => /secret/i.test(key)),
      [],
    )
    await apps.delete(app.clientId)
    assert.equal(await apps.get(app.clientId), undefined)
  })

  test('tokens.list shows the tokens of one agent, and revoke takes their ids', async () => {
    const world = await suite.world()
    const { licenseId, clientId } = world
    const { tokens } = suite.engine.parley.admin
    const { id: agentId } = await world.agent('ada')
    const before = await tokens.list({ agentId })
    await tokens.createForAgent({ licenseId, clientId, agentId })
    const { items } = await tokens.list({ agentId })
    assert.equal(items.length, before.items.length + 2)
    const access = items.find(
      ({ kind, id }) => kind === 'access' && !before.items.some((one) => one.id === id),
    )
    assert.ok(access)
    assert.deepEqual([access.agentId, access.customerId, access.clientId], [agentId, null, clientId])
    assert.ok(access.expiresAt !== null && access.expiresAt > access.createdAt)
    const first = await tokens.list({ agentId, limit: 1 })
    assert.ok(first.nextPageId)
    const rest = await tokens.list({ agentId, pageId: first.nextPageId })
    assert.deepEqual([...first.items, ...rest.items], items)
    await tokens.revoke(access.id)
    assert.deepEqual((await tokens.list({ agentId })).items, before.items)
    const { customerId } = await tokens.createForCustomer({ licenseId, clientId })
    const [ofCustomer] = (await tokens.list({ customerId })).items
    assert.deepEqual(
      [ofCustomer?.kind, ofCustomer?.customerId, ofCustomer?.agentId],
      ['customer', customerId, null],
    )
    await assert.rejects(tokens.list({}), isInvalid)
    await assert.rejects(tokens.list({ agentId, customerId }), isInvalid)
  })

  test('admin.properties creates once, changes in part, and deletes', async () => {
    const { licenseId, engine } = await suite.world()
    const { properties } = engine.parley.admin
    const key = { licenseId, namespace: 'shop', name: 'size' }
    const locations = { chat: { agent: { read: true, write: true } } }
    const created = await properties.create({ ...key, type: 'int', locations, range: { from: 1, to: 5 } })
    const shown = {
      ...key,
      type: 'int',
      locations,
      description: null,
      domain: null,
      range: { from: 1, to: 5 },
    }
    assert.deepEqual(created, shown)
    assert.deepEqual(await properties.get(key), shown)
    await assert.rejects(properties.create({ ...key, type: 'int', locations }), isInvalid)
    const changed = await properties.update(key, { description: 'Size', range: null, domain: [1, 2] })
    assert.deepEqual(changed, { ...shown, description: 'Size', range: null, domain: [1, 2] })
    assert.deepEqual(await properties.update(key, {}), changed)
    const other = { ...key, name: 'color' }
    await properties.create({ ...other, type: 'string', locations })
    const first = await properties.list({ licenseId, limit: 1 })
    assert.deepEqual(
      first.items.map(({ name }) => name),
      ['color'],
    )
    assert.ok(first.nextPageId)
    const last = await properties.list({ licenseId, limit: 1, pageId: first.nextPageId })
    assert.deepEqual(last, { items: [changed], nextPageId: null })
    await properties.delete(key)
    assert.equal(await properties.get(key), undefined)
    await assert.rejects(properties.update(key, {}), isInvalid)
    await assert.rejects(properties.delete(key), isInvalid)
  })

  test('admin.webhooks creates, changes and deletes with the rules of the Configuration API', async () => {
    const world = await suite.world()
    const { licenseId, clientId } = world
    const { properties, webhooks } = suite.engine.parley.admin
    const locations = { chat: { agent: { read: true, write: true } } }
    await properties.create({ licenseId, namespace: 'shop', name: 'size', type: 'int', locations })
    const secretKey = 'a secret of both sides'
    const input = {
      licenseId,
      clientId,
      url: 'http://127.0.0.1:1/',
      secretKey,
      action: 'incoming_event',
    } as const
    const size = { namespace: 'shop', name: 'size' }
    const created = await webhooks.create({
      ...input,
      filters: { chatProperties: [{ ...size, type: 'values', values: [1, 2] }], authorType: 'customer' },
      additionalData: ['chat_properties'],
    })
    assert.deepEqual(created.filters, {
      chatProperties: [{ ...size, type: 'values', values: [1, 2] }],
      ...{ threadProperties: [], eventProperties: [], members: null, authorType: 'customer' },
    })
    assert.equal(JSON.stringify(created).includes(secretKey), false)
    assert.deepEqual(await webhooks.get(created.id), created)
    assert.deepEqual((await webhooks.list({ licenseId })).items, [created])
    const wire = await (await world.agent('ada')).configuration().succeed('webhooks/get_webhooks_config')
    assert.ok(JSON.stringify(wire).includes(secretKey))
    const members = { type: 'agents_any', agentIds: ['ada@example.com'] } as const
    const changed = await webhooks.update(created.id, { filters: { members }, description: 'New' })
    assert.deepEqual(changed.filters?.members, members)
    assert.deepEqual([changed.description, changed.url], ['New', created.url])
    assert.deepEqual(await webhooks.update(created.id, { filters: null }), { ...changed, filters: null })
    for (const wrong of [
      { url: 'ftp://example.com' },
      { filters: { threadProperties: [{ ...size, type: 'exists', exists: true }] } },
      { filters: { chatProperties: [{ ...size, name: 'color', type: 'exists', exists: true }] } },
      {
        filters: {
          chatProperties: [
            { ...size, type: 'exists', exists: true },
            { ...size, type: 'exists', exists: true },
          ],
        },
      },
    ] as const) {
      await assert.rejects(webhooks.create({ ...input, ...wrong }), isInvalid)
      await assert.rejects(webhooks.update(created.id, wrong), isInvalid)
    }
    await assert.rejects(webhooks.create({ ...input, clientId: 'f'.repeat(32) }), isInvalid)
    await webhooks.delete(created.id)
    assert.equal(await webhooks.get(created.id), undefined)
    await assert.rejects(webhooks.delete(created.id), isInvalid)
    await assert.rejects(webhooks.update(created.id, {}), isInvalid)
  })
})
