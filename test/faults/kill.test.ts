import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Location } from './engine-process.js'
import { testOnStorages } from './on-storages.js'
import { rounds, seed } from './profile.js'
import { killUnderLoad } from './rounds.js'
import { checkDelay } from './scenario.js'

const timeout = 60_000 + rounds * 30_000

testOnStorages({
  title: (storage) => `killed ${rounds} times, ${storage} loses and repeats nothing`,
  timeout,
  run: async (context, open) => await run(context, await open()),
})

async function run(context: TestContext, location: Location): Promise<void> {
  const { answered, unanswered, repeated, vitals } = await killUnderLoad(location, { rounds, seed })
  context.diagnostic(`seed ${seed}: ${answered} answered, ${unanswered} not, ${repeated} sent again`)
  assert.ok(unanswered > 0, 'some kills interrupted a request')
  checkDelay(context, vitals)
}
