/**
 * An example for each method of `admin`. In the order of the page they are one program, which a test runs: each may use what
 * those before it have declared.
 */
export const adminExamples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  licenses: {
    create: `const license = await parley.admin.licenses.create({ name: 'My shop' })
const licenseId = license.id`,
    setExpiresAt: 'await parley.admin.licenses.setExpiresAt(licenseId, null)',
    get: 'console.log((await parley.admin.licenses.get(licenseId))?.name)',
    list: 'const { items: licenses } = await parley.admin.licenses.list()',
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
    update: `await parley.admin.agents.update(grace.id, { maxChatsCount: 3, groups: [{ id: 1, priority: 'normal' }] })`,
    get: `console.log((await parley.admin.agents.get('ada@example.com'))?.permission)`,
    getByExternalId: `console.log((await parley.admin.agents.getByExternalId(licenseId, 'user-42'))?.id)`,
    list: `for (let pageId; pageId !== null; ) {
  const page = await parley.admin.agents.list(licenseId, { limit: 100, ...(pageId && { pageId }) })
  for (const { id, name } of page.items) console.log(id, name)
  pageId = page.nextPageId
}`,
    devices: 'console.log((await parley.admin.agents.devices(ada.id)).length)',
    logout: 'await parley.admin.agents.logout(grace.id)',
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
    update: `await parley.admin.customers.update(robin.id, { email: 'robin@example.com', fields: { plan: 'free' } })`,
    get: 'console.log((await parley.admin.customers.get(casey.id))?.name)',
    getByExternalId: `console.log((await parley.admin.customers.getByExternalId(licenseId, 'account-7'))?.fields)`,
    ban: 'await parley.admin.customers.ban({ customerId: casey.id, days: 3 })',
    unban: 'await parley.admin.customers.unban(casey.id)',
    list: 'const { items: customers } = await parley.admin.customers.list(licenseId, { limit: 50 })',
  },
  apps: {
    register: `const { clientId, clientSecret } = await parley.admin.apps.register({
  licenseId,
  name: 'My integration',
  type: 'server',
  visibility: 'private',
  redirectUris: ['https://app.example.com/signed-in'],
  scopes: ['chats--all:read', 'chats.conversation--all:write'],
})`,
    update: `await parley.admin.apps.update(clientId, { scopes: ['chats--all:read'] })`,
    rotateSecret: 'const { clientSecret: newSecret } = await parley.admin.apps.rotateSecret(clientId)',
    list: 'const { items: apps } = await parley.admin.apps.list(licenseId)',
    remove: `const { clientId: outdated } = await parley.admin.apps.register({
  licenseId,
  name: 'Outdated',
  type: 'browser',
  visibility: 'private',
  redirectUris: [],
  scopes: [],
})
await parley.admin.apps.remove(outdated)`,
  },
  tokens: {
    issueForAgent: `const { accessToken, expiresInSeconds } = await parley.admin.tokens.issueForAgent({
  licenseId,
  clientId,
  agentId: ada.id,
  scopes: ['chats--all:read'],
})`,
    issueForCustomer: `const forCustomer = await parley.admin.tokens.issueForCustomer({ licenseId, clientId, customerId: robin.id })`,
    revoke: 'await parley.admin.tokens.revoke(accessToken)',
  },
  properties: {
    define: `await parley.admin.properties.define({
  licenseId,
  namespace: clientId,
  name: 'priority',
  type: 'int',
  range: { from: 1, to: 5 },
  locations: { chat: { agent: { read: true, write: true }, customer: { read: false, write: false } } },
})`,
    list: 'const properties = await parley.admin.properties.list(licenseId)',
    remove: `await parley.admin.properties.remove({ licenseId, namespace: clientId, name: 'priority' })`,
  },
  webhooks: {
    list: 'const { items: webhooks } = await parley.admin.webhooks.list({ licenseId, clientId })',
    failed: 'const { items: failed } = await parley.admin.webhooks.failed({ licenseId })',
    attempts: `for (const { id: webhookId } of webhooks) {
  const [latest] = await parley.admin.webhooks.attempts({ licenseId, webhookId, limit: 1 })
  console.log(webhookId, latest?.status, latest?.reason)
}`,
    retry: `for (const { id: deliveryId } of failed) await parley.admin.webhooks.retry({ licenseId, deliveryId })`,
    enable: `for (const { id: webhookId, disabledAt } of webhooks) {
  if (disabledAt !== null) await parley.admin.webhooks.enable({ licenseId, webhookId })
}`,
  },
}
