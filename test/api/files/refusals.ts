import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { eventually } from '../../support/deadline.js'
import { TestEngine, useEngine } from '../../support/engine.js'
import { unknownChat, validation } from '../../support/errors.js'
import { formOf, headersOf, type Part, postForm } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { at } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage, homeDatabase } from '../../support/storages.js'
import type { WebAnswer } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'

const file = { bytes: png(2, 1), name: 'a.png' }
const boundary = 'xxxx'
const asForm = { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }

const head = `--${boundary}\r\nContent-Disposition: form-data; name="payload.file"; filename="a.png"\r\n`

/** Begins a request with a file and does not send all of it. */
function beginUpload(person: Person, chatId: string, framing: 'chunked' | 'length' = 'length') {
  const url = new URL(person.world.engine.origin)
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  const headers = Object.entries({
    ...headersOf(person, asForm),
    host: url.host,
    ...(framing === 'length' ? { 'content-length': '90000' } : { 'transfer-encoding': 'chunked' }),
  })
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`
  socket.write(`POST /customer/v0.5/action/send_file?license_id=${person.world.licenseId} HTTP/1.1\r\n`)
  socket.write(`${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  const fields = `${part('payload.chat_id')}${chatId}\r\n${part('payload.custom_id')}x\r\n`
  const body = `${fields}${head}\r\n${'x'.repeat(40_000)}`
  socket.write(framing === 'length' ? body : `${body.length.toString(16)}\r\n${body}\r\n`)
  return socket
}

/** Resolves when `count` files are being uploaded or are about to be removed. */
async function areUnderWay(engine: TestEngine, count: number): Promise<void> {
  const stored = engine.openStorage()
  await stored.open()
  const forEver = Number.MAX_SAFE_INTEGER
  try {
    await eventually(async () => assert.equal(await stored.read.files.countDue(forEver, 100), count))
  } finally {
    await stored.close()
  }
}

forEachStorage('refused files and forms', (storage) => {
  const files = new MemoryFiles()
  const suite = useEngine(storage, { files, limits: { fileBytes: 100_000, uploadsPerCaller: 2 } })

  async function conversation() {
    const world = await suite.world()
    const customer = await world.customer()
    return { world, customer, ...(await startChat(customer)) }
  }

  /** Checks that the request is refused, and that nothing is stored or pushed. */
  async function assertNotKept(person: Person, send: () => Promise<WebAnswer>): Promise<WebAnswer> {
    const before = files.keys
    const listener = await person.connect()
    const answer = await send()
    assert.ok(answer.status >= 400, JSON.stringify(answer.body))
    assert.deepEqual(await listener.pushes(), [])
    assert.deepEqual(files.keys, before)
    return answer
  }

  const chat: Part = ['payload.chat_id', 'CHAT']
  const custom: Part = ['payload.custom_id', 'x']
  const good: Part = ['payload.file', file]
  const forms: readonly (readonly [title: string, parts: readonly Part[], detail: string])[] = [
    ['without a file', [chat, custom], 'payload.file is required'],
    ['without a chat', [custom, good], 'payload.chat_id is required'],
    [
      'with a text in place of the file',
      [chat, custom, ['payload.file', 'x']],
      'payload.file must be a file',
    ],
    ['with a text beside the file', [chat, custom, good, ['file', 'x']], 'payload.file must be a file'],
    ['with two files', [chat, custom, good, good], 'the request has more than one file'],
    [
      'with the file in another part',
      [chat, custom, ['payload.image', file]],
      'the file must be the part payload.file',
    ],
    ['with a part twice', [chat, custom, custom, good], 'payload.custom_id is there twice'],
    [
      'with a part under both names',
      [chat, custom, ['custom_id', 'x'], good],
      'payload.custom_id is there twice',
    ],
    ['with an empty file', [chat, custom, ['payload.file', { bytes: Buffer.of() }]], 'payload.file is empty'],
    [
      'with nine parts',
      [chat, custom, ...'abcdef'.split('').map((name): Part => [name, '']), good],
      'the form has more than 8 parts',
    ],
    ['with a long part', [chat, custom, ['x', 'x'.repeat(8_193)], good], 'x must have at most 8192 bytes'],
    [
      'with a long part after the file',
      [chat, custom, good, ['x', 'x'.repeat(8_193)]],
      'x must have at most 8192 bytes',
    ],
    [
      'with a NUL character',
      [chat, ['payload.custom_id', 'a\0b'], good],
      'request.payload.custom_id contains a NUL character',
    ],
    [
      'with a custom_id that is too long',
      [chat, ['payload.custom_id', 'x'.repeat(257)], good],
      'payload.custom_id must have at most 256 characters',
    ],
    [
      'for an unknown chat',
      [['payload.chat_id', 'none'], custom, good],
      'payload.chat_id does not match any chat',
    ],
  ]
  for (const [title, parts, detail] of forms) {
    test(`send_file refuses a form ${title}`, async () => {
      const { customer, chatId } = await conversation()
      const filled = parts.map(([name, value]): Part => [name, value === 'CHAT' ? chatId : value])
      const { status, body } = await assertNotKept(customer, () =>
        postForm(customer, 'send_file', formOf(filled)),
      )
      assert.deepEqual([status, at(body, 'error')], [400, validation(detail)])
    })
  }

  test('send_file answers for the chat of another customer as for one that does not exist', async () => {
    const { world, chatId } = await conversation()
    const other = await world.customer()
    const form = formOf([['payload.chat_id', chatId], custom, good])
    const { body } = await assertNotKept(other, () => postForm(other, 'send_file', form))
    assert.deepEqual(at(body, 'error'), unknownChat)
  })

  for (const [title, length] of [
    ['by its content length', 1_000_000],
    ['by the bytes received', 100_001],
  ] as const) {
    test(`send_file refuses a file that is too large, ${title}`, async () => {
      const { customer, chatId } = await conversation()
      const bytes = Buffer.alloc(length)
      const form = formOf([['payload.chat_id', chatId], custom, ['payload.file', { bytes }]])
      const { status, body } = await assertNotKept(customer, () => postForm(customer, 'send_file', form))
      assert.deepEqual([status, at(body, 'error.type')], [413, 'entity_too_large'])
    })
  }

  test('send_file accepts a file of exactly the maximum size', async () => {
    const { customer, chatId } = await conversation()
    const bytes = Buffer.alloc(100_000)
    const form = formOf([['payload.chat_id', chatId], custom, ['payload.file', { bytes }]])
    assert.equal((await postForm(customer, 'send_file', form)).status, 200)
  })

  test('send_file refuses a JSON body', async () => {
    const { customer, chatId } = await conversation()
    const forged = { key: 'ab'.repeat(32), name: 'a', content_type: 'text/plain', size: 1 }
    const payload = { chat_id: chatId, custom_id: 'x', file: forged }
    const { status, body } = await assertNotKept(customer, () => customer.web().post('send_file', payload))
    const detail = 'Content-Type must be multipart/form-data, with the file as payload.file'
    assert.deepEqual([status, at(body, 'error')], [400, validation(detail)])
  })

  test('send_event refuses a form', async () => {
    const { customer, chatId } = await conversation()
    const form = formOf([['payload.chat_id', chatId], good])
    const { body } = await assertNotKept(customer, () => postForm(customer, 'send_event', form))
    assert.deepEqual(at(body, 'error'), validation('Content-Type must be application/json'))
  })

  test('a form for an unknown action is refused', async () => {
    const { customer } = await conversation()
    for (const action of ['upload_image', 'nothing']) {
      const { body } = await assertNotKept(customer, () => postForm(customer, action, formOf([good])))
      assert.deepEqual(at(body, 'error'), validation(`unknown action "${action}"`))
    }
  })

  test('send_file and upload_image are refused over RTM', async () => {
    const { world, customer, chatId } = await conversation()
    const agent = await world.agent('ada')
    const payload = { chat_id: chatId, custom_id: 'x', file: {} }
    const customerError = await (await customer.connect()).refuse('send_file', payload)
    const agentError = await (await agent.connect()).refuse('upload_image', { image: {} })
    const place = 'it is an action over HTTP, as a POST with a form'
    assert.deepEqual(customerError, validation(`unknown action "send_file" here: ${place}`))
    assert.deepEqual(agentError, validation(`unknown action "upload_image" here: ${place}`))
  })

  test('send_file without a token is refused', async () => {
    const { customer, chatId } = await conversation()
    const form = formOf([['payload.chat_id', chatId], custom, good])
    const headers = { authorization: 'Bearer nobody' }
    const { status } = await assertNotKept(customer, () => postForm(customer, 'send_file', form, { headers }))
    assert.equal(status, 401)
  })

  const malformed: readonly (readonly [title: string, body: string, detail: RegExp])[] = [
    ['empty', '', /not well-formed/],
    ['without an end', `${head}\r\nabc`, /not well-formed/],
    ['that ends within the headers of a part', head, /not well-formed/],
    [
      'with 20 KiB of headers in a part',
      `${head}X: ${'x'.repeat(20_000)}\r\n\r\nabc\r\n--${boundary}--\r\n`,
      /not well-formed/,
    ],
    ['with another boundary', `--yyyy\r\n\r\nabc\r\n--yyyy--\r\n`, /not well-formed/],
    ['without any part', `--${boundary}--\r\n`, /payload.chat_id is required/],
  ]
  for (const [title, body, detail] of malformed) {
    test(`send_file refuses a body ${title}`, async () => {
      const { customer } = await conversation()
      const answer = await assertNotKept(customer, () => postForm(customer, 'send_file', body, asForm))
      assert.equal(answer.status, 400)
      assert.match(String(at(answer.body, 'error.message')), detail)
    })
  }

  test('send_file refuses a form without a boundary', async () => {
    const { customer } = await conversation()
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'Multipart/Form-Data;x=y']) {
      const headers = { 'content-type': type }
      const { body } = await assertNotKept(customer, () => postForm(customer, 'send_file', 'x', { headers }))
      assert.equal(at(body, 'error.type'), 'validation', type)
    }
  })

  test('an aborted upload leaves no file', async () => {
    const { customer, chatId } = await conversation()
    const before = files.keys
    const socket = beginUpload(customer, chatId)
    await areUnderWay(suite.engine, 1)
    socket.destroy()
    await areUnderWay(suite.engine, 0)
    assert.deepEqual(files.keys, before)
  })

  test('an upload of a customer who is banned meanwhile is refused, and leaves no file', async () => {
    const { world, customer, chatId } = await conversation()
    const agent = await world.agent('ada')
    const desk = await agent.connect()
    const before = files.keys
    const socket = beginUpload(customer, chatId, 'chunked')
    await areUnderWay(suite.engine, 1)
    await agent.web().succeed('ban_customer', { customer_id: customer.id, ban: { days: 1 } })
    await desk.push('customer_banned')
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    const end = `\r\n--${boundary}--\r\n`
    socket.write(`${end.length.toString(16)}\r\n${end}\r\n0\r\n\r\n`)
    assert.match(await answered, /^HTTP\/1\.1 403 .*customer_banned/s)
    socket.destroy()
    await areUnderWay(suite.engine, 0)
    assert.deepEqual(await desk.pushes(), [])
    assert.deepEqual(files.keys, before)
  })

  test('an upload in tiny chunks is refused, and leaves no file', async () => {
    const { customer, chatId } = await conversation()
    const before = files.keys
    const socket = beginUpload(customer, chatId, 'chunked')
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    socket.write('1\r\nx\r\n'.repeat(20_000))
    assert.match(await answered, /^HTTP\/1\.1 400 .*too many small chunks/s)
    socket.destroy()
    await areUnderWay(suite.engine, 0)
    assert.deepEqual(files.keys, before)
  })

  test('an upload that takes too long is refused, and leaves no file', async () => {
    const { customer, chatId } = await conversation()
    const before = files.keys
    const socket = beginUpload(customer, chatId)
    await areUnderWay(suite.engine, 1)
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    suite.engine.clock.advance(120_000)
    assert.match(await answered, /^HTTP\/1\.1 408 /)
    socket.destroy()
    await areUnderWay(suite.engine, 0)
    assert.deepEqual(files.keys, before)
  })

  test('uploads of one caller at the same time are limited, and other callers are not affected', async () => {
    const { world, customer, chatId } = await conversation()
    const sockets = [beginUpload(customer, chatId), beginUpload(customer, chatId)]
    await areUnderWay(suite.engine, 2)
    const form = () => formOf([['payload.chat_id', chatId], custom, good])
    const { status, headers } = await postForm(customer, 'send_file', form())
    assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
    const other = await world.customer()
    const otherChat = await startChat(other)
    const fine = formOf([['payload.chat_id', otherChat.chatId], custom, good])
    assert.equal((await postForm(other, 'send_file', fine)).status, 200)
    for (const socket of sockets) socket.destroy()
    await areUnderWay(suite.engine, 0)
    assert.equal((await postForm(customer, 'send_file', form())).status, 200)
  })
})

test('close ends running uploads, which leave no file, before it closes the storage', async () => {
  const files = new MemoryFiles()
  const engine = await TestEngine.start(homeDatabase, { files })
  try {
    const customer = await (await engine.world()).customer()
    const { chatId } = await startChat(customer)
    const socket = beginUpload(customer, chatId)
    await areUnderWay(engine, 1)
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    await engine.parley.close()
    assert.match(await answered, /^HTTP\/1\.1 503 /)
    socket.destroy()
    assert.deepEqual(files.keys, [])
    await areUnderWay(engine, 0)
  } finally {
    await engine.stop()
  }
})

test('without a file storage the file actions are refused, and file addresses answer 404', async () => {
  const engine = await TestEngine.start(homeDatabase)
  try {
    const world = await engine.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const forms = [
      [
        customer,
        'send_file',
        formOf([
          ['payload.chat_id', chatId],
          ['payload.custom_id', 'x'],
          ['payload.file', file],
        ]),
      ],
      [agent, 'upload_image', formOf([['payload.image', file]])],
    ] as const
    for (const [person, action, form] of forms) {
      const { status, body } = await postForm(person, action, form)
      assert.deepEqual(
        [status, at(body, 'error')],
        [400, validation('this server keeps no files: its host has to set the option files')],
      )
    }
    assert.equal((await fetch(`${engine.origin}/files/images/${'ab'.repeat(32)}`)).status, 404)
  } finally {
    await engine.stop()
  }
})
