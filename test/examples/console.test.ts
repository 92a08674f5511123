import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createParley, type Parley, ParleyError } from '@parley/core'
import { scopes as table } from '@parley/core/contract'
import { memoryStorage } from '@parley/storage-memory'
import { ConsoleTeam } from '../../examples/quickstart/src/console-team.js'
import { ConsoleTokens } from '../../examples/quickstart/src/console-tokens.js'
import { type Demo, firstTeams } from '../../examples/quickstart/src/provision.js'
import { RefusedError } from '../../examples/quickstart/src/refused.js'
import { TeamFile } from '../../examples/quickstart/src/teams.js'

let directory: string
let parley: Parley
let demo: Demo
let team: ConsoleTeam
let tokens: ConsoleTokens
let clientId: string

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-console-'))
  parley = await createParley({ storage: memoryStorage() })
  const { admin } = parley
  const { id: licenseId } = await admin.licenses.create({ name: 'Shop' })
  const agent = { licenseId, name: 'Ada', login: 'ada@example.com', permission: 'administrator' } as const
  await admin.agents.create(agent)
  const app = { licenseId, name: 'Bot', type: 'server', visibility: 'private', redirectUris: [] } as const
  const scopes = ['agents-bot--my:read', 'chats--all:read'] as const
  clientId = (await admin.apps.create({ ...app, scopes })).clientId
  const page = { clientId, name: 'Page' }
  const teams = await TeamFile.open(join(directory, 'teams.json'), firstTeams)
  demo = { licenseId, teams, agents: [], desk: page, console: page, reference: page }
  team = new ConsoleTeam(admin, demo, agent.login)
  tokens = new ConsoleTokens(admin, demo)
})
after(async () => {
  await parley?.close()
  await rm(directory, { recursive: true, force: true })
})

const mary = {
  ...{ login: 'Mary@Example.com', password: 'long enough', name: ' Mary ', permission: 'normal' },
  ...{ max_chats_count: 4, groups: [2] },
}

function refused(work: () => Promise<unknown>, message: RegExp): Promise<void> {
  return assert.rejects(
    async () => work(),
    (error) => (error instanceof RefusedError || error instanceof ParleyError) && message.test(error.message),
  )
}

async function infoOf(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await parley.fetch(new Request('http://localhost/auth/info', { headers }))).status
}

test('an agent is created with login, password, role and groups', async () => {
  const view = { id: 'mary@example.com', name: 'Mary', permission: 'normal', max_chats_count: 4, groups: [2] }
  assert.deepEqual(await team.create(mary), view)
  assert.deepEqual(
    (await team.list()).agents.find(({ id }) => id === view.id),
    view,
  )
})

test('an invalid agent is refused with a reason', async () => {
  await refused(() => team.create(mary), /an agent with this login exists/)
  await refused(
    () => team.create({ ...mary, login: 'new@example.com', password: 'short' }),
    /a password must have 8/,
  )
  await refused(() => team.create({ ...mary, login: 'new@example.com', groups: [77] }), /no such group/)
  await refused(
    () => team.create({ ...mary, login: 'new@example.com', groups: ['2'] }),
    /something else than numbers/,
  )
  await refused(
    () => team.create({ ...mary, login: 'new@example.com', permission: 'owner' }),
    /permission must be/,
  )
  await refused(() => team.create({ ...mary, login: 'a b' }), /login must be text without white space/)
})

test('membership, role and name can be changed without changing priorities', async () => {
  const groups = [{ id: 2, priority: 'first' }] as const
  await parley.admin.agents.update('mary@example.com', { groups })
  await team.update({
    ...mary,
    id: 'mary@example.com',
    name: 'Mary Ann',
    groups: [1, 2],
    permission: 'administrator',
  })
  const agent = await parley.admin.agents.get('mary@example.com')
  assert.deepEqual([agent?.name, agent?.permission], ['Mary Ann', 'administrator'])
  const memberships = agent?.groups.filter(({ id }) => id !== 0)
  assert.deepEqual(memberships, [
    { id: 1, priority: 'normal' },
    { id: 2, priority: 'first' },
  ])
})

test('administrators cannot remove their own access, or change an agent of another license', async () => {
  const own = { ...mary, id: 'ada@example.com' }
  await refused(() => team.update(own), /you cannot take the console from yourself/)
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Other' })
  await parley.admin.agents.create({ licenseId, login: 'eve@example.com', name: 'Eve' })
  await refused(() => team.update({ ...mary, id: 'eve@example.com' }), /there is no such agent any more/)
})

test('groups are created with the next number, and exist after a restart', async () => {
  const [one, other] = await Promise.all([
    team.createGroup({ name: ' Returns ' }),
    team.createGroup({ name: 'Gifts' }),
  ])
  assert.deepEqual(
    [one, other],
    [
      { id: 3, name: 'Returns' },
      { id: 4, name: 'Gifts' },
    ],
  )
  const again = await TeamFile.open(join(directory, 'teams.json'), firstTeams)
  assert.deepEqual(again.list(), [...firstTeams, one, other])
  await refused(() => team.createGroup({ name: 'Gifts' }), /there is a group of this name/)
  for (const name of ['', ' ', 'x'.repeat(101)])
    await refused(() => team.createGroup({ name }), /1 to 100 characters/)
})

test('an invalid teams file is reported, and not overwritten', async () => {
  const filename = join(directory, 'broken.json')
  await writeFile(filename, '[{"id":"1"}]')
  await assert.rejects(TeamFile.open(filename, firstTeams), /broken\.json holds no teams/)
  assert.equal(await readFile(filename, 'utf8'), '[{"id":"1"}]')
})

test('a token is issued with the chosen scopes, and revoked', async () => {
  const request = { client_id: clientId, agent_id: 'ada@example.com', scopes: ['chats--all:read'] }
  const issued = await tokens.issue(request)
  assert.deepEqual([issued.scopes, issued.expires_in_seconds], [['chats--all:read'], 28_800])
  assert.equal('refresh_token' in issued, false)
  assert.equal(await infoOf(issued.access_token), 200)
  await tokens.revoke({ token: ` ${issued.access_token} ` })
  assert.equal(await infoOf(issued.access_token), 401)
})

test('a token without scopes is issued when none is chosen', async () => {
  const issued = await tokens.issue({ client_id: clientId, agent_id: 'ada@example.com', scopes: [] })
  assert.deepEqual(issued.scopes, [])
})

test('scopes that a token cannot have are refused', async () => {
  const request = { client_id: clientId, agent_id: 'ada@example.com', scopes: [] }
  await refused(
    () => tokens.issue({ ...request, client_id: 'f'.repeat(32) }),
    /there is no such app any more/,
  )
  await refused(
    () => tokens.issue({ ...request, agent_id: 'eve@example.com' }),
    /agentId does not match any agent of the license/,
  )
  await refused(
    () => tokens.issue({ ...request, scopes: ['customers.ban:write'] }),
    /Bot is not registered with the scope/,
  )
  await refused(() => tokens.issue({ ...request, scopes: ['all'] }), /unknown scope all/)
  await refused(() => tokens.revoke({ token: ' ' }), /token is required/)
})

test('a token of a normal agent has no administrator scopes', async () => {
  await parley.admin.agents.update('mary@example.com', { permission: 'normal' })
  const scopes = ['agents-bot--my:read', 'chats--all:read'] as const
  const issued = await tokens.issue({ client_id: clientId, agent_id: 'mary@example.com', scopes })
  const allowed = scopes.filter((name) => table[name].level === 'normal')
  assert.deepEqual(issued.scopes, allowed)
  assert.ok(allowed.length < scopes.length)
})
