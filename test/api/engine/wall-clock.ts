import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { createParley } from '@parley/core'
import { VirtualClock } from '@parley/core/testing'
import { test } from '../../support/cells.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { isRefusal } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import type { World } from '../../support/world.js'

const hourMs = 3_600_000

for (const stepMs of [-hourMs, hourMs / 2]) {
  forEachStorage(`A wall clock that steps by ${stepMs / 60_000} minutes`, (storage) => {
    const suite = useEngine(storage)

    /** Moves the clock to a time at which the token is still valid, and moves it back after the check. */
    async function withStep(check: (clock: VirtualClock) => Promise<void>): Promise<void> {
      const { clock } = suite.engine
      clock.stepWallClock(stepMs)
      try {
        await check(clock)
      } finally {
        clock.stepWallClock(-stepMs)
      }
    }

    test('the wall clock does not affect the login deadline or the inactivity deadline', async () => {
      const customer = await (await suite.world()).customer()
      const [silent, idle] = [await customer.open(), await customer.connect()]
      // This request makes the engine look up the license, which has less time than the login.
      await silent.refuse('login', { token: 'plc_unknown' })
      await withStep(async (clock) => {
        clock.advance(29_000)
        await silent.succeed('ping')
        clock.advance(2_000)
        assert.equal((await silent.waitForEnd()).code, 4001)
        clock.advance(30_000)
        assert.equal((await idle.waitForEnd()).code, 4008)
      })
    })

    test('the wall clock does not affect the rate limit of a connection', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      const fill = async () => {
        for (let count = 0; count < 40; count += 1) await connection.call('ping')
      }
      await fill()
      await withStep(async (clock) => {
        connection.request('ping')
        await connection.next(isRefusal, 'the refusal')
        clock.advance(2_000)
        for (let count = 0; count < 40; count += 1) await connection.succeed('ping')
      })
    })
  })
}

forEachStorage('A wall clock that steps back', (storage) => {
  describe('on one of two nodes', () => {
    const suite = useEngine(storage)

    test('a token revoked on the other node stays revoked when the wall clock steps back', async () => {
      const world: World = await suite.world()
      const { accessToken } = await issue(world)
      const clock = new VirtualClock(startSeconds * 1_000)
      const other = await createParley({ storage: suite.engine.openStorage(), clock })
      const status = async () => {
        const request = new Request(`${suite.engine.origin}/agent/v0.4/action/get_filtered_chats`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: '{}',
        })
        return (await other.fetch(request)).status
      }
      try {
        assert.equal(await status(), 200)
        await suite.engine.parley.admin.tokens.revoke(accessToken)
        clock.stepWallClock(-hourMs)
        clock.advance(1_000)
        assert.equal(await status(), 401)
      } finally {
        await other.close()
      }
    })
  })
})

async function issue({ engine, licenseId, clientId }: World): Promise<{ readonly accessToken: string }> {
  const { agents, tokens } = engine.parley.admin
  const { id: agentId } = await agents.create({
    licenseId,
    login: `clock-${licenseId}@example.com`,
    name: 'Ada',
  })
  return tokens.createForAgent({ licenseId, agentId, clientId })
}
