import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachStorage } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachStorage('a token that is revoked on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 3, duplicated: 0.5, lost: 0 })

  test('ends its idle connection when the other node hears of it', async () => {
    const { here, there } = nodes()
    const agent = await (await here.world()).agent('ada')
    const desk = await agent.on(there).connect()
    await here.parley.admin.tokens.revoke(agent.token)
    assert.deepEqual(await desk.push('agent_disconnected'), { reason: 'access_token_revoked' })
    await desk.ending()
  })

  test('is good for no request there from then on', async () => {
    const { here, there } = nodes()
    const agent = await (await here.world()).agent('ada')
    const web = agent.on(there).web()
    await web.succeed('get_filtered_chats')
    const desk = await agent.on(there).connect()
    await here.parley.admin.tokens.revoke(agent.token)
    await desk.ending()
    assert.equal((await web.post('get_filtered_chats')).status, 401)
  })
})

forEachStorage('a token that is revoked on another node, unheard', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 4, duplicated: 0, lost: 1 })

  for (const kind of ['agent', 'customer'] as const) {
    test(`ends the idle connection of its ${kind} within a minute`, async () => {
      const { here, there } = nodes()
      const world = await here.world()
      const person = kind === 'agent' ? await world.agent('ada') : await world.customer()
      const idle = await person.on(there).connect()
      await here.parley.admin.tokens.revoke(person.token)
      let isEnded = false
      const ending = idle.ending().then((closing) => {
        isEnded = true
        return closing
      })
      let seconds = 0
      while (!isEnded && seconds < 61) {
        // A sign of life, for the clock runs fast.
        if (seconds % 20 === 0) await idle.call('ping').catch(() => undefined)
        there.clock.advance(1_000)
        seconds += 1
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      }
      // The clock stands still by now; the storage takes the time that it takes.
      assert.equal((await ending).code, kind === 'agent' ? 4003 : 4401)
    })
  }
})
