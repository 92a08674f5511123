/**
 * One example for each method of `admin`. In the order of the page they form one program, which a test runs, so an
 * example may use what earlier ones declare.
 */
export const adminExamples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  licenses: {
    create: `const license = await parley.admin.licenses.create({ name: 'My shop' })
const licenseId = license.id`,
    get: 'console.log((await parley.admin.licenses.get(licenseId))?.name)',
    list: 'const { items: licenses } = await parley.admin.licenses.list()',
    update: `await parley.admin.licenses.update(licenseId, { plan: 'enterprise', expiresAt: new Date('2040-01-01') })`,
  },
  agents: {
    create: `const ada = await parley.admin.agents.create({
  licenseId,
  login: 'ada@example.com',
  password: 'a password that is long',
  name: 'Ada',
  permission: 'administrator',
  groups: [{ id: 1, priority: 'first' }],
})`,
    getOrCreate: `const grace = await parley.admin.agents.getOrCreate({
  licenseId,
  externalId: 'user-42',
  login: 'grace@example.com',
  name: 'Grace',
})`,
    get: `console.log((await parley.admin.agents.get('ada@example.com'))?.permission)`,
    getByExternalId: `console.log((await parley.admin.agents.getByExternalId({ licenseId, externalId: 'user-42' }))?.id)`,
    list: `for (let pageId; pageId !== null; ) {
  const page = await parley.admin.agents.list({ licenseId, limit: 100, ...(pageId && { pageId }) })
  for (const { id, name } of page.items) console.log(id, name)
  pageId = page.nextPageId
}`,
    update: `await parley.admin.agents.update(grace.id, { maxChatsCount: 3, groups: [{ id: 1, priority: 'normal' }] })`,
    listDevices: 'const { items: devices } = await parley.admin.agents.listDevices({ agentId: ada.id })',
    logOut: 'await parley.admin.agents.logOut(grace.id)',
    setPassword: `await parley.admin.agents.setPassword(grace.id, 'another long password')`,
    delete: 'await parley.admin.agents.delete(grace.id)',
  },
  customers: {
    create: `const casey = await parley.admin.customers.create({ licenseId, name: 'Casey' })`,
    getOrCreate: `const robin = await parley.admin.customers.getOrCreate({
  licenseId,
  externalId: 'account-7',
  name: 'Robin',
  fields: { plan: 'pro' },
})`,
    get: 'console.log((await parley.admin.customers.get(casey.id))?.name)',
    getByExternalId: `const sameRobin = await parley.admin.customers.getByExternalId({ licenseId, externalId: 'account-7' })`,
    list: 'const { items: customers } = await parley.admin.customers.list({ licenseId, limit: 50 })',
    update: `await parley.admin.customers.update(robin.id, { email: 'robin@example.com', fields: { plan: 'free' } })`,
    ban: 'await parley.admin.customers.ban(casey.id, { days: 3 })',
    unban: 'await parley.admin.customers.unban(casey.id)',
  },
  apps: {
    create: `const { clientId, clientSecret } = await parley.admin.apps.create({
  licenseId,
  name: 'My integration',
  type: 'server',
  visibility: 'private',
  redirectUris: ['https://app.example.com/signed-in'],
  scopes: ['chats--all:read', 'chats.conversation--all:write'],
})`,
    get: 'console.log((await parley.admin.apps.get(clientId))?.scopes)',
    list: 'const { items: apps } = await parley.admin.apps.list({ licenseId })',
    update: `await parley.admin.apps.update(clientId, { scopes: ['chats--all:read'] })`,
    rotateSecret: 'const { clientSecret: newSecret } = await parley.admin.apps.rotateSecret(clientId)',
    delete: `const outdated = await parley.admin.apps.create({
  licenseId,
  name: 'Outdated',
  type: 'browser',
  visibility: 'private',
  redirectUris: [],
  scopes: [],
})
await parley.admin.apps.delete(outdated.clientId)`,
  },
  tokens: {
    createForAgent: `const { accessToken, expiresInSeconds } = await parley.admin.tokens.createForAgent({
  licenseId,
  clientId,
  agentId: ada.id,
  scopes: ['chats--all:read'],
})`,
    createForCustomer: `const forCustomer = await parley.admin.tokens.createForCustomer({ licenseId, clientId, customerId: robin.id })`,
    list: `const { items: tokens } = await parley.admin.tokens.list({ agentId: ada.id })`,
    revoke: 'await parley.admin.tokens.revoke(accessToken)',
  },
  properties: {
    create: `const key = { licenseId, namespace: clientId, name: 'priority' }
await parley.admin.properties.create({
  ...key,
  type: 'int',
  range: { from: 1, to: 5 },
  locations: { chat: { agent: { read: true, write: true }, customer: { read: false, write: false } } },
})`,
    createOrReplace: `await parley.admin.properties.createOrReplace({
  ...key,
  type: 'int',
  range: { from: 1, to: 10 },
  locations: { chat: { agent: { read: true, write: true } } },
})`,
    get: 'console.log((await parley.admin.properties.get(key))?.range)',
    list: 'const { items: properties } = await parley.admin.properties.list({ licenseId })',
    update: `await parley.admin.properties.update(key, { description: 'How urgent it is', range: null })`,
    delete: 'await parley.admin.properties.delete(key)',
  },
  webhooks: {
    create: `const webhook = await parley.admin.webhooks.create({
  licenseId,
  clientId,
  url: 'https://hooks.example.com/parley',
  secretKey: 'a secret that only both sides know',
  action: 'thread_closed',
})`,
    get: 'console.log((await parley.admin.webhooks.get(webhook.id))?.url)',
    list: 'const { items: webhooks } = await parley.admin.webhooks.list({ licenseId, clientId })',
    update: `await parley.admin.webhooks.update(webhook.id, { filters: { members: { type: 'agents_any', agentIds: [ada.id] } } })`,
    enable: `for (const { id, disabledAt } of webhooks) {
  if (disabledAt !== null) await parley.admin.webhooks.enable(id)
}`,
    listAttempts: `const { items: attempts } = await parley.admin.webhooks.listAttempts({ webhookId: webhook.id, limit: 1 })
console.log(attempts[0]?.status, attempts[0]?.reason)`,
    listFailedDeliveries:
      'const { items: failed } = await parley.admin.webhooks.listFailedDeliveries({ licenseId })',
    retryDelivery: 'for (const { id } of failed) await parley.admin.webhooks.retryDelivery(id)',
    delete: 'await parley.admin.webhooks.delete(webhook.id)',
  },
}
