// The shop with Parley added.
import { attachRtm, parleyRouter } from '@parley/adapter-express'
import { createParley } from '@parley/core'
import { sqliteStorage } from '@parley/storage-sqlite'
import { app, beginSession, db, hire, sessionOf } from './shop.js'

const origin = process.env.ORIGIN ?? 'http://127.0.0.1:8080'
const [login, password] = ['ada@example.com', process.env.STAFF_PASSWORD ?? 'change me']

const parley = await createParley({
  storage: sqliteStorage({ filename: process.env.PARLEY_DB ?? 'parley.db' }),
  baseUrl: `${origin}/support`,
  // An employee who is signed in to the shop is the agent with that login. Others sign in to the shop first.
  async signIn(request) {
    const session = sessionOf(request)
    if (session?.login) return { agentId: session.login }
    return { redirectTo: `/login?return_to=${encodeURIComponent(request.returnTo)}` }
  },
})

hire(login, password)
const { licenseId, clientId } = await tenant()

/** Returns the license and the app. They are created once, and stored in the shop's database. */
async function tenant() {
  db.exec('create table if not exists parley (license_id integer not null, client_id text not null)')
  const stored = db.prepare('select license_id as licenseId, client_id as clientId from parley').get()
  if (stored) return stored
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Boots' })
  await parley.admin.agents.create({ licenseId, login, name: 'Ada', permission: 'administrator' })
  const { clientId } = await parley.admin.apps.create({
    ...{ licenseId, name: 'Desk', type: 'browser', visibility: 'private', redirectUris: [`${origin}/desk`] },
    scopes: ['chats--all:read', 'chats.conversation--all:write'],
  })
  db.prepare('insert into parley values (?, ?)').run(licenseId, clientId)
  return { licenseId, clientId }
}

app.use('/support', parleyRouter(parley))

// Issues a customer token for the shop's page. The customer stays the same as long as the session.
app.post('/chat-token', async (request, response) => {
  const session = sessionOf(request) ?? beginSession(response)
  const customer =
    session.customer_id ?? (await parley.admin.customers.create({ licenseId, name: 'Visitor' })).id
  db.prepare('update sessions set customer_id = ? where id = ?').run(customer, session.id)
  const { accessToken } = await parley.admin.tokens.createForCustomer({
    licenseId,
    clientId,
    customerId: customer,
  })
  response.json({ licenseId, accessToken })
})

app.get('/desk', (_request, response) => {
  const query = new URLSearchParams({
    response_type: 'token',
    client_id: clientId,
    redirect_uri: `${origin}/desk`,
  })
  response.send(`<a href="/support/auth/?${query}">Sign in with Parley</a>`)
})

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`The shop is open on port ${server.address().port}`)
})
attachRtm(server, parley)

process.once('SIGTERM', async () => {
  server.close()
  await parley.close()
  db.close()
})
