import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { longMs, Program } from '../../examples/program.js'
import { at, listAt } from '../../support/json.js'
import { postgresUrl } from '../../support/postgres.js'
import { noRedis, requireRedisUrl } from '../../support/redis.js'

const nobody = '127.0.0.1:1'
const noPostgres = postgresUrl === undefined && 'PARLEY_TEST_POSTGRES is not set'

/** Runs `npm run example:cluster` with the servers of the tests and these flags and variables. */
function run(flags: readonly string[], env: Readonly<Record<string, string>> = {}): Program {
  const command = ['--import=tsx', '--conditions=parley-source', 'examples/cluster/src/main.ts', ...flags]
  const servers = { POSTGRES_URL: postgresUrl ?? '', REDIS_URL: requireRedisUrl() }
  return new Program([process.execPath, ...command], { ...servers, PORT: '0', ...env })
}

/** Checks that the database of the example is removed. */
async function assertRemoved({ lines }: Program): Promise<void> {
  const [, name = assert.fail('the output names no database')] =
    /(parley_cluster_\w+)/.exec(lines.join('\n')) ?? []
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    assert.equal(rowCount, 0)
  } finally {
    await client.end()
  }
}

describe('three nodes, of which two are killed', { skip: noRedis || noPostgres }, () => {
  test('a chat continues without a missed push, and everything is removed afterwards', async () => {
    const program = run(['--pace', '50'])
    assert.equal(await program.waitForExit(), 0, program.lines.join('\n'))
    const output = program.lines.join('\n')
    for (const who of ['Ada', 'Casey']) {
      const [cutOff, back] = [/✖ kill -9 \d+: node (\w) .* while WHO/, /● WHO is back, on node (\w),/].map(
        (pattern) => new RegExp(pattern.source.replace('WHO', who)).exec(output),
      )
      assert.ok(cutOff && back, output)
      assert.notEqual(back[1], cutOff[1])
    }
    assert.match(output, /of 14 messages none is missing, and none is stored twice/)
    await assertRemoved(program)
  })

  test('with the flag the cluster keeps running, at the printed addresses, until it is stopped', async () => {
    const program = run(['--stay', '--pace', '0'])
    try {
      const url = await program.waitForLine(/curl -X POST (\S+) /, longMs)
      const token = await program.waitForLine(/Bearer (\S+)'/)
      const body = await program.waitForLine(/-d '(.+)'/)
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      // One request for each node.
      for (let turn = 0; turn < 3; turn += 1) {
        const response = await fetch(url, { method: 'POST', headers, body })
        assert.equal(listAt(await response.json(), 'chat.threads_summary').length, 1)
      }
      const health = await fetch(await program.waitForLine(/curl (\S+\/health)/))
      assert.equal(at(await health.json(), 'bus'), 'ok')
    } finally {
      await program.stop()
    }
    assert.equal(await program.waitForExit(), 0)
    await assertRemoved(program)
  })

  for (const [what, env, says] of [
    [
      'PostgreSQL',
      { POSTGRES_URL: `postgres://ada:secret@${nobody}/shop` },
      /needs PostgreSQL.*127\.0\.0\.1:1\/shop/,
    ],
    ['Redis', { REDIS_URL: `redis://ada:secret@${nobody}` }, /needs Redis.*127\.0\.0\.1:1/],
    ['an address of Redis', { REDIS_URL: 'secret' }, /REDIS_URL is no address/],
    ['a port', { PORT: '65536' }, /PORT is a whole number from 0 to 65535, not "65536"/],
  ] as const) {
    test(`without ${what} it says so, and what would help`, async () => {
      const program = run([], env)
      assert.equal(await program.waitForExit(), 1)
      const output = program.lines.join('\n')
      assert.match(output, says)
      assert.doesNotMatch(output, /secret|\bat .*\.ts:/)
    })
  }
})
