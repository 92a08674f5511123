import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { endingWithinAMinute } from '../../support/minute.js'
import { forEachDatabase } from '../../support/storages.js'
import { useTwoNodes } from '../../support/two-nodes.js'

forEachDatabase('a token that is revoked on another node', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 3, duplicated: 0.5, lost: 0 })

  test('a revoked token ends its idle connection when the fact arrives', async () => {
    const { here, there } = nodes()
    const agent = await (await here.world()).agent('ada')
    const desk = await agent.on(there).connect()
    await here.parley.admin.tokens.revoke(agent.token)
    assert.deepEqual(await desk.push('agent_disconnected'), { reason: 'access_token_revoked' })
    await desk.waitForEnd()
  })

  test('a revoked token is immediately refused in requests', async () => {
    const { here, there } = nodes()
    const agent = await (await here.world()).agent('ada')
    const web = agent.on(there).web()
    await web.succeed('get_filtered_chats')
    const desk = await agent.on(there).connect()
    await here.parley.admin.tokens.revoke(agent.token)
    await desk.waitForEnd()
    assert.equal((await web.post('get_filtered_chats')).status, 401)
  })
})

forEachDatabase('a token that is revoked on another node, while the bus loses facts', (storage) => {
  const nodes = useTwoNodes(storage, { seed: 4, duplicated: 0, lost: 1 })

  for (const kind of ['agent', 'customer'] as const) {
    test(`a revoked token ends the idle connection of its ${kind} within a minute`, async () => {
      const { here, there } = nodes()
      const world = await here.world()
      const person = kind === 'agent' ? await world.agent('ada') : await world.customer()
      const idle = await person.on(there).connect()
      await here.parley.admin.tokens.revoke(person.token)
      const { code } = await endingWithinAMinute(there, idle)
      assert.equal(code, kind === 'agent' ? 4003 : 4401)
    })
  }
})
