import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { formOf, postForm, sendFile } from '../../support/forms.js'
import { gif, jpeg, png, webp } from '../../support/images.js'
import { at, has, listAt, textAt } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions, customerVersions } from '../../support/world.js'

forEachStorage('send_file', (storage) => {
  const files = new MemoryFiles()
  const suite = useEngine(storage, { files })

  async function conversation() {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId, threadId } = await startChat(customer)
    return { customer, agent, chatId, threadId }
  }

  for (const version of customerVersions) {
    test(`a file that a customer of ${version} sends becomes an event for customer and agents`, async () => {
      const { customer, agent, chatId, threadId } = await conversation()
      const [customerClient, agentClient] = [await customer.connect(version), await agent.connect()]
      const bytes = png(3, 2)
      const url = await sendFile(customer, chatId, { bytes, name: 'Ü 1.png' }, { version })
      const received = await customerClient.push('incoming_event')
      const { event } = Object(received)
      const { id, ...shown } = event
      assert.deepEqual(shown, {
        ...{ order: 1, timestamp: startSeconds, custom_id: 'mine', author_id: customer.id },
        ...{ type: 'file', name: 'Ü 1.png', url, content_type: 'image/png', size: bytes.length },
        ...{ width: 3, height: 2 },
      })
      assert.deepEqual(await agentClient.push('incoming_event'), {
        chat_id: chatId,
        event: { id, ...shown, recipients: 'all' },
      })
      const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      assert.deepEqual(at(read, 'chat.threads.0.events.0'), { id, ...shown, recipients: 'all' })
      const response = await fetch(suite.engine.origin + url)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    })
  }

  for (const version of agentVersions) {
    test(`agents of ${version} see files in threads and summaries`, async () => {
      const { customer, agent, chatId, threadId } = await conversation()
      const url = await sendFile(customer, chatId, { bytes: gif(7, 5) })
      const caller = agent.web(version)
      const read = await caller.succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
      assert.equal(at(read, 'chat.threads.0.events.0.url'), url)
      assert.ok(JSON.stringify(await caller.succeed('get_filtered_chats')).includes(url))
    })
  }

  test('send_file opens a thread when none is active, as any event does', async () => {
    const { customer, agent, chatId } = await conversation()
    await agent.web().succeed('close_thread', { chat_id: chatId })
    const listener = await agent.connect()
    await sendFile(customer, chatId, { bytes: png(1, 1) })
    const opened = await listener.push('incoming_chat_thread')
    assert.equal(at(opened, 'chat.thread.events.0.type'), 'file')
    assert.equal(at(opened, 'chat.thread.order'), 2)
  })

  test('a file keeps the name that its sender sees, without misleading characters', async () => {
    const { customer, agent, chatId, threadId } = await conversation()
    const named = [
      ['he said "hi".txt', 'he said _hi_.txt'],
      ['two\r\nlines.txt', 'twolines.txt'],
      ['100%25.txt', '100%25.txt'],
      ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
      ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
      ['photo\u202egnp.exe', 'photognp.exe'],
    ] as const
    for (const [name] of named) await sendFile(customer, chatId, { bytes: Buffer.from('text'), name })
    const read = await agent.web().succeed('get_chat_threads', { chat_id: chatId, thread_ids: [threadId] })
    const events = listAt(read, 'chat.threads.0.events')
    assert.deepEqual(
      events.map((event) => at(event, 'name')),
      named.map(([, shown]) => shown),
    )
  })

  const text = Buffer.from('Grüße\n')
  const samples: readonly (readonly [string, Uint8Array, string, readonly [number, number] | undefined])[] = [
    ['a PNG', png(640, 480), 'image/png', [640, 480]],
    ['a JPEG', jpeg(640, 480), 'image/jpeg', [640, 480]],
    ['a JPEG with its dimensions far behind the start', jpeg(640, 480, 200_000), 'image/jpeg', [640, 480]],
    ['a GIF', gif(640, 480), 'image/gif', [640, 480]],
    ['a WebP', webp(640, 480), 'image/webp', [640, 480]],
    ['a PNG of 60,000 by 60,000 pixels', png(60_000, 60_000), 'image/png', undefined],
    ['a PNG of 0 by 0 pixels', png(0, 0), 'image/png', undefined],
    ['a truncated PNG', png(1, 1).subarray(0, 12), 'application/octet-stream', undefined],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'application/pdf', undefined],
    ['text', text, 'text/plain', undefined],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain', undefined],
    [
      'binary data of an unknown type',
      Buffer.from([0, 1, 2, 255, 254]),
      'application/octet-stream',
      undefined,
    ],
  ]
  for (const [title, bytes, type, size] of samples) {
    test(`${title} is recognized by its bytes, whatever type the client claims`, async () => {
      const { customer, chatId } = await conversation()
      const listener = await customer.connect()
      await sendFile(customer, chatId, { bytes, name: 'claimed.png', type: 'image/png' })
      const event = at(await listener.push('incoming_event'), 'event')
      assert.deepEqual([at(event, 'content_type'), at(event, 'size')], [type, bytes.length])
      const shown = has(event, 'width') ? [at(event, 'width'), at(event, 'height')] : undefined
      assert.deepEqual(shown, size)
    })
  }

  test('the parts of send_file may be named without the prefix payload, and come in any order', async () => {
    const { customer, chatId } = await conversation()
    const listener = await customer.connect()
    const file = { bytes: text, name: 'a.txt' }
    const form = formOf([
      ['file', file],
      ['custom_id', 'x'],
      ['chat_id', chatId],
    ])
    assert.equal((await postForm(customer, 'send_file', form)).status, 200)
    assert.equal(at(await listener.push('incoming_event'), 'event.custom_id'), 'x')
  })

  test('a file of the maximum size arrives unchanged', async () => {
    const { customer, chatId } = await conversation()
    const bytes = Buffer.alloc(10_485_760, 'abc')
    const url = await sendFile(customer, chatId, { bytes })
    const response = await fetch(suite.engine.origin + url)
    assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())))
  })

  test('a repeated send_file returns the first response, and creates one event and one file', async () => {
    const { customer, chatId } = await conversation()
    const before = files.keys.length
    const listener = await customer.connect()
    const send = (bytes: Uint8Array, name: string) => {
      return sendFile(customer, chatId, { bytes, name }, { idempotencyKey: 'one' })
    }
    const first = await send(png(1, 1), 'a.png')
    const [again, renamed] = [await send(png(1, 1), 'a.png'), await send(png(1, 1), 'b.png')]
    assert.deepEqual([again, renamed], [first, first])
    assert.equal((await listener.pushes()).length, 1)
    assert.equal(files.keys.length, before + 1)
  })

  test('equal send_file requests at the same time are carried out once, and all get the same response', async () => {
    const { customer, chatId } = await conversation()
    const before = files.keys.length
    const listener = await customer.connect()
    const urls = await Promise.all(
      Array.from({ length: 4 }, () => {
        return sendFile(customer, chatId, { bytes: png(1, 1) }, { idempotencyKey: 'same' })
      }),
    )
    assert.equal(new Set(urls).size, 1)
    assert.equal((await listener.pushes()).length, 1)
    assert.equal(files.keys.length, before + 1)
  })

  test('an idempotency key that is reused with another file is refused, and leaves no file', async () => {
    const { customer, chatId } = await conversation()
    await sendFile(customer, chatId, { bytes: png(1, 1) }, { idempotencyKey: 'one' })
    const before = files.keys
    const form = formOf([
      ['payload.chat_id', chatId],
      ['payload.custom_id', 'mine'],
      ['payload.file', { bytes: png(2, 2) }],
    ])
    const { status, body } = await postForm(customer, 'send_file', form, { idempotencyKey: 'one' })
    const usedBefore = validation('the idempotency key was used before with another payload')
    assert.deepEqual([status, at(body, 'error')], [400, usedBefore])
    assert.deepEqual(files.keys, before)
  })

  test('a listener of the host receives a file event with an address that works', async () => {
    const { customer, chatId } = await conversation()
    const received = new Promise<unknown>((resolve) => {
      const stop = suite.engine.parley.on('incoming_event', ({ payload }) => {
        stop()
        resolve(payload)
      })
    })
    const url = await sendFile(customer, chatId, { bytes: png(1, 1) })
    assert.equal(textAt(await received, 'event.url'), url)
  })
})
