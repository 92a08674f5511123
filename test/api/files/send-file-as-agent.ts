import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { formOf, type Part, postForm, sendFile } from '../../support/forms.js'
import { exifWithPlace, gif, jpeg, png, withExif } from '../../support/images.js'
import { at, listAt, textAt } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage } from '../../support/storages.js'
import type { Person } from '../../support/world.js'

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n')
const mine = ['chats--all:read', 'chats.conversation--my:write'] as const

forEachStorage('send_file of agents', (storage) => {
  const files = new MemoryFiles()
  const suite = useEngine(storage, { files, limits: { filesPerApp: 20 } })

  async function conversation() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId, threadId } = await startChat(customer)
    return { world, customer, agent, chatId, threadId }
  }

  const post = (person: Person, chatId: string, others: readonly Part[] = [], version?: string) =>
    postForm(
      person,
      'send_file',
      formOf([['payload.chat_id', chatId], ...others, ['payload.file', { bytes: pdf, name: 'a.pdf' }]]),
      version === undefined ? {} : { version },
    )

  async function refused(person: Person, chatId: string, others: readonly Part[] = [], version?: string) {
    const before = files.keys
    const { status, body } = await post(person, chatId, others, version)
    assert.deepEqual(files.keys, before)
    return [status, at(body, 'error')]
  }

  async function eventsOf(agent: Person, chatId: string, threadId: string): Promise<readonly unknown[]> {
    const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
    return listAt(read, 'chat.threads.0.events')
  }

  test('send_file creates an event with a file that customers and agents can open', async () => {
    const { customer, agent, chatId } = await conversation()
    const [customerClient, agentClient] = [await customer.connect(), await agent.connect()]
    await agent.web().succeed('join_chat', { chat_id: chatId, agent_ids: [agent.id] })
    const url = await sendFile(agent, chatId, { bytes: pdf, name: 'Ü 1.pdf' })
    const { id, ...shown } = Object(at(await customerClient.push('incoming_event'), 'event'))
    assert.deepEqual(shown, {
      ...{ order: shown.order, timestamp: startSeconds, custom_id: 'mine', author_id: agent.id },
      ...{ type: 'file', name: 'Ü 1.pdf', url, content_type: 'application/pdf', size: pdf.length },
    })
    const received = at(await agentClient.push('incoming_event'), 'event')
    assert.deepEqual(received, { id, ...shown, recipients: 'all' })
    const response = await fetch(suite.engine.origin + url)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), pdf)
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment/)
  })

  test('custom_id and recipients are optional in send_file, and its parts need no prefix', async () => {
    const { agent, chatId, threadId } = await conversation()
    assert.equal((await post(agent, chatId)).status, 200)
    const form = formOf([
      ['file', { bytes: png(3, 2), name: 'b.png' }],
      ['recipients', 'all'],
      ['chat_id', chatId],
    ])
    assert.equal((await postForm(agent, 'send_file', form)).status, 200)
    const sent = (await eventsOf(agent, chatId, threadId)).filter((event) => at(event, 'type') === 'file')
    assert.deepEqual(
      sent.map((event) => [at(event, 'name'), at(event, 'recipients'), 'custom_id' in Object(event)]),
      [
        ['a.pdf', 'all', false],
        ['b.png', 'all', false],
      ],
    )
  })

  test('a file for agents only is shown to agents, and to no customer', async () => {
    const { customer, agent, chatId, threadId } = await conversation()
    const [customerClient, agentClient] = [await customer.connect(), await agent.connect()]
    assert.equal((await post(agent, chatId, [['payload.recipients', 'agents']])).status, 200)
    await agent.web().succeed('send_event', { chat_id: chatId, event: { type: 'message', text: 'Hello' } })
    assert.equal(at(await customerClient.push('incoming_event'), 'event.type'), 'message')
    const received = at(await agentClient.push('incoming_event'), 'event')
    assert.deepEqual([at(received, 'type'), at(received, 'recipients')], ['file', 'agents'])
    const payload = { chat_id: chatId, thread_ids: [threadId] }
    const read = JSON.stringify(await customer.web().succeed('get_chat_threads', payload))
    assert.ok(!read.includes('a.pdf') && !read.includes('files/'), read)
  })

  test('send_file refuses unknown recipients, and keeps no file', async () => {
    const { agent, chatId } = await conversation()
    for (const recipients of ['nobody', '', 'customers']) {
      const [status, error] = await refused(agent, chatId, [['payload.recipients', recipients]])
      assert.deepEqual([status, at(error, 'type')], [400, 'validation'])
    }
  })

  test('an agent who sends a file without joining is added to the users before the event', async () => {
    const { customer, agent, chatId } = await conversation()
    const customerClient = await customer.connect()
    await sendFile(agent, chatId, { bytes: pdf })
    const named = await customerClient.push('chat_users_updated')
    assert.equal(at(named, 'updated_users.added.0.id'), agent.id)
    assert.equal(at(await customerClient.push('incoming_event'), 'event.author_id'), agent.id)
  })

  test('send_file with a token that does not cover the chat is refused, and keeps no file', async () => {
    const { world, chatId } = await conversation()
    const reader = await world.agent('rea', { scopes: ['chats--all:read'] })
    const outsider = await world.agent('out', { scopes: [...mine] })
    const stranger = await (await suite.world()).agent('eve')
    for (const agent of [reader, outsider]) {
      const [status, error] = await refused(agent, chatId)
      assert.deepEqual([status, at(error, 'type')], [403, 'authorization'])
    }
    assert.deepEqual(await refused(stranger, chatId), [400, unknownChat])
  })

  test('send_file opens a thread when none is active', async () => {
    const { agent, chatId } = await conversation()
    await agent.web().succeed('close_thread', { chat_id: chatId })
    const listener = await agent.connect()
    await sendFile(agent, chatId, { bytes: gif(2, 1) })
    const opened = await listener.push('incoming_chat_thread')
    assert.equal(at(opened, 'chat.thread.events.0.type'), 'file')
    assert.equal(at(opened, 'chat.thread.order'), 2)
  })

  test('send_file does not exist in v0.3 and RTM, and v0.3 shows the event', async () => {
    const { agent, chatId, threadId } = await conversation()
    assert.deepEqual(await refused(agent, chatId, [], 'v0.3'), [
      400,
      validation('unknown action "send_file"'),
    ])
    const listener = await agent.connect()
    const error = await listener.refuse('send_file', { chat_id: chatId })
    assert.equal(at(error, 'type'), 'validation')
    const url = await sendFile(agent, chatId, { bytes: pdf })
    const payload = { chat_id: chatId, thread_ids: [threadId] }
    const read = await agent.web('v0.3').succeed('get_chat_threads', payload)
    assert.ok(JSON.stringify(read).includes(url))
  })

  test('type and name of an agent’s file follow the rules of customer files, and the bytes stay unchanged', async () => {
    const { customer, agent, chatId, threadId } = await conversation()
    const photo = withExif.jpeg(4, 3, exifWithPlace('II'))
    const samples = [
      { bytes: jpeg(640, 480), name: '../../photo\u202egnp.exe', type: 'text/html' },
      { bytes: Buffer.from('<script>alert(1)</script>'), name: 'he said "hi".txt', type: 'image/png' },
      { bytes: Buffer.from([0, 1, 2, 255]), name: 'می\u200cخواهم.pdf', type: 'application/pdf' },
      { bytes: photo, name: 'photo.jpg', type: 'image/jpeg' },
    ]
    for (const person of [customer, agent])
      for (const sample of samples) await sendFile(person, chatId, sample)
    const sent = (await eventsOf(agent, chatId, threadId)).filter((event) => at(event, 'type') === 'file')
    const details = sent.map((event) => {
      const { name, content_type, size, width, height } = Object(event)
      return { name, content_type, size, width, height }
    })
    assert.deepEqual(details.slice(4), details.slice(0, 4))
    assert.equal(details[0]?.name, 'photognp.exe')
    const read = await fetch(suite.engine.origin + textAt(sent.at(-1), 'url'))
    assert.ok(Buffer.from(await read.arrayBuffer()).equals(photo))
  })

  test('send_file refuses an empty file, a file that is too large, and a request without a chat', async () => {
    const { agent, chatId } = await conversation()
    const ask = async (parts: readonly Part[]) => {
      const { status, body } = await postForm(agent, 'send_file', formOf(parts))
      return [status, textAt(body, 'error.message')]
    }
    const chat: Part = ['payload.chat_id', chatId]
    const before = files.keys
    assert.deepEqual(await ask([chat, ['payload.file', { bytes: new Uint8Array() }]]), [
      400,
      'Wrong format of request: payload.file is empty',
    ])
    assert.equal((await ask([chat, ['payload.file', { bytes: Buffer.alloc(10_485_761) }]]))[0], 413)
    assert.deepEqual(await ask([['payload.file', { bytes: pdf }]]), [
      400,
      'Wrong format of request: payload.chat_id is required',
    ])
    assert.deepEqual(
      await ask([chat, ['payload.custom_id', 'x'.repeat(257)], ['payload.file', { bytes: pdf }]]),
      [400, 'Wrong format of request: payload.custom_id must have at most 256 characters'],
    )
    assert.deepEqual(files.keys, before)
  })

  test('a repeated send_file returns the first response, and creates one event and one file', async () => {
    const { agent, chatId, threadId } = await conversation()
    const before = files.keys.length
    const send = () => sendFile(agent, chatId, { bytes: pdf }, { idempotencyKey: 'one' })
    assert.equal(await send(), await send())
    const sent = (await eventsOf(agent, chatId, threadId)).filter((event) => at(event, 'type') === 'file')
    assert.deepEqual([sent.length, files.keys.length], [1, before + 1])
  })

  test('files of agents count toward the daily limit', async () => {
    const { agent, chatId } = await conversation()
    for (let count = 0; count < 20; count += 1) await sendFile(agent, chatId, { bytes: pdf })
    const [status, error] = await refused(agent, chatId)
    assert.deepEqual([status, at(error, 'type')], [429, 'too_many_requests'])
  })

  test('a bot of the app sends a file as itself', async () => {
    const { agent, chatId } = await conversation()
    const configuration = agent.configuration()
    const created = await configuration.succeed('agents/create_bot_agent', {
      name: 'Boots',
      status: 'offline',
    })
    const botId = textAt(created, 'bot_agent_id')
    const listener = await agent.connect()
    assert.equal((await post(agent, chatId, [['author_id', botId]])).status, 200)
    assert.equal(at(await listener.push('incoming_event'), 'event.author_id'), botId)
    const [status, error] = await refused(agent, chatId, [['author_id', 'f'.repeat(32)]])
    assert.deepEqual([status, at(error, 'type')], [403, 'authorization'])
  })
})
