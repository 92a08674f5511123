import { textAt } from '../../../test/support/json.js'
import type { Stage } from '../stage.js'
import type { Cast } from './cast.js'

/** PNG image with one empty pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** Sends files, rich messages with buttons, and a multicast. */
export async function show(stage: Stage, { casey, ada, grace }: Cast, chat_id: string): Promise<void> {
  const image = { name: 'boots.png', type: 'image/png', bytes: pixel }
  await stage.upload(casey, 'send_file', { field: 'file', ...image }, { chat_id, custom_id: 'picture' })
  const prices = { name: 'prices.txt', type: 'text/plain', bytes: Buffer.from('Boots: 129.00\n') }
  await stage.upload(ada, 'send_file', { field: 'file', ...prices }, { chat_id, recipients: 'all' })
  await stage.upload(ada, 'upload_image', { field: 'image', ...image })
  const buttons = [
    { text: 'Green', postback_id: 'green' },
    { text: 'Blue', postback_id: 'blue' },
  ]
  const elements = [{ title: 'Which colour?', buttons }]
  const event = { type: 'rich_message', template_id: 'cards', elements }
  const sent = await stage.call(ada, 'send_event', { chat_id, event })
  const [thread_id, event_id] = [textAt(sent, 'thread_id'), textAt(sent, 'event.id')]
  const postback = { id: 'green', toggled: true }
  await stage.call(casey, 'send_rich_message_postback', { chat_id, thread_id, event_id, postback })
  const content = { text: 'The shop closes in ten minutes.' }
  const scopes = { agents: { all: true }, customers: { ids: [casey.person.id] } }
  await stage.call(ada, 'multicast', { scopes, content })
  const older = { person: grace.person, connection: await grace.person.connect('v0.3') }
  await stage.call(ada, 'send_broadcast', { scopes: { agents: [grace.person.id] }, content }, 'v0.3')
  const action = { api: 'agent', name: 'send_broadcast' } as const
  await stage.recordPushes(older, 'incoming_broadcast', { action, version: 'v0.3' })
  await older.connection.close()
}
