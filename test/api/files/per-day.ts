import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { TestEngine, useEngine } from '../../support/engine.js'
import { formOf, type Part, postForm, sendFile, uploadImage } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { at } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage, type StorageKind } from '../../support/storages.js'
import { Person } from '../../support/world.js'

const bytes = png(1, 1)
const limits = { filesPerCustomer: 2, filesPerApp: 3 }

async function refused(person: Person, action: string, parts: readonly Part[]) {
  const { status, headers, body } = await postForm(person, action, formOf(parts))
  return [status, at(body, 'error.type'), headers.get('retry-after')]
}

forEachStorage('limit of files per day', (storage) => {
  const files = new MemoryFiles()
  const suite = useEngine(storage, { files, limits })
  let there: TestEngine | undefined
  before(async () => {
    const same: StorageKind = async () => ({
      open: () => suite.engine.openStorage(),
      remove: async () => {},
    })
    there = await TestEngine.start(same, { files, limits })
  })
  after(() => there?.stop())

  test('a customer has a daily limit of files, and can send more when the first is a day old', async () => {
    const world = await suite.world()
    const [customer, another] = [await world.customer(), await world.customer()]
    const { chatId } = await startChat(customer)
    await sendFile(customer, chatId, { bytes })
    suite.engine.clock.advance(1_000_000)
    await sendFile(customer, chatId, { bytes })
    const keys = files.keys
    const parts: Part[] = [
      ['payload.chat_id', chatId],
      ['payload.custom_id', 'mine'],
      ['payload.file', { bytes }],
    ]
    assert.deepEqual(await refused(customer, 'send_file', parts), [429, 'too_many_requests', '85400'])
    assert.deepEqual(files.keys, keys)
    await sendFile(another, (await startChat(another)).chatId, { bytes })
    suite.engine.clock.advance(85_400_000)
    const token = await world.customerToken(customer.id)
    await sendFile(new Person(world, 'customer', customer.id, token), chatId, { bytes })
  })

  test('the daily limit counts files on all nodes, separately for each app and agent', async () => {
    assert.ok(there)
    there.clock.advance(suite.engine.clock.now() - there.clock.now())
    const agent = await (await suite.world()).agent('ada')
    await uploadImage(agent, bytes)
    for (const engine of [there, suite.engine]) await uploadImage(agent.on(engine), bytes)
    const image: Part[] = [['payload.image', { bytes }]]
    for (const engine of [there, suite.engine]) {
      const [status, type] = await refused(agent.on(engine), 'upload_image', image)
      assert.deepEqual([status, type], [429, 'too_many_requests'])
    }
  })
})
