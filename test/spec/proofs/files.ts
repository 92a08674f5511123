import assert from 'node:assert/strict'
import { memoryFiles } from '@parley/core'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { formOf, type Part, postForm, sendFile, uploadImage } from '../../support/forms.js'
import { gif, jpeg, png, webp } from '../../support/images.js'
import { at, has, textAt } from '../../support/json.js'
import type { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const megabytes10 = 10_485_760
const images = [
  ['image/png', png(6, 4)],
  ['image/jpeg', jpeg(6, 4)],
  ['image/gif', gif(6, 4)],
  ['image/webp', webp(6, 4)],
] as const

proving('files', (storage) => {
  const suite = useEngine(storage, { files: memoryFiles() })
  const setUp = async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada', { scopes: [] })]
    const { chatId, threadId } = await startChat(customer)
    return { world, customer, agent, chatId, threadId }
  }
  const fileParts = (chatId: string, bytes: Uint8Array = png(1, 1)): readonly Part[] => [
    ['payload.chat_id', chatId],
    ['payload.custom_id', 'mine'],
    ['payload.file', { bytes, name: 'a.png' }],
  ]
  const imageParts = (bytes: Uint8Array): readonly Part[] => [['payload.image', { bytes, name: 'a.png' }]]
  /** Returns the status and error of a refused request. */
  const refusal = async (person: Person, action: string, form: FormData | string) => {
    const { status, body } = await postForm(person, action, form)
    return [status, at(body, 'error')]
  }

  verifies(
    [
      'chat.customer.send_file',
      'chat.customer.send_file.push',
      'chat.customer.send_file.request.chat_id',
      'chat.customer.send_file.request.custom_id',
      'chat.customer.send_file.request.file',
      'chat.customer.send_file.response.url',
      'chat.web.header.content_type.multipart',
      'decisions.15.multipart_names',
    ],
    'send_file creates an event with a file, which is served at its url',
    async () => {
      const { world, customer, chatId } = await setUp()
      const [phone, desk] = [await customer.connect(), await (await world.agent('bob')).connect()]
      const parts = fileParts(chatId, png(6, 4))
      const bare = parts.map(([name, value]) => [name.replace('payload.', ''), value] as const)
      for (const form of [parts, bare]) {
        const { status, body } = await postForm(customer, 'send_file', formOf(form))
        assert.equal(status, 200)
        const event = at(await phone.push('incoming_event'), 'event')
        assert.deepEqual(
          ['type', 'custom_id', 'author_id', 'url'].map((field) => at(event, field)),
          ['file', 'mine', customer.id, at(body, 'url')],
        )
        assert.equal(at(await desk.push('incoming_event'), 'event.id'), at(event, 'id'))
        const served = await fetch(suite.engine.origin + textAt(body, 'url'))
        assert.deepEqual(Buffer.from(await served.arrayBuffer()), png(6, 4))
      }
      for (const [index, [name]] of parts.entries()) {
        const form = formOf(parts.filter((_, place) => place !== index))
        // Documented as required, but its absence is accepted (decisions §15).
        if (name === 'payload.custom_id') continue
        assert.deepEqual(await refusal(customer, 'send_file', form), [400, validation(`${name} is required`)])
      }
    },
  )

  verifies(
    ['chat.customer.send_file.push', 'chat.state.thread.send_file'],
    'send_file opens a thread when none is active',
    async () => {
      const { customer, chatId: chat_id } = await setUp()
      await customer.web().succeed('close_thread', { chat_id })
      const phone = await customer.connect()
      await sendFile(customer, chat_id, { bytes: png(1, 1) })
      const pushes = await phone.pushes()
      assert.deepEqual(
        pushes.map(({ action }) => action),
        ['incoming_chat_thread'],
      )
      assert.equal(at(pushes[0], 'payload.chat.thread.events.0.type'), 'file')
    },
  )

  verifies(
    [
      'chat.agent.upload_image',
      'chat.agent.upload_image.permission',
      'chat.agent.upload_image.request.image',
      'chat.agent.upload_image.response.url',
      'chat.agent.upload_image.response.path',
      'chat.authentication.no_permission',
      'decisions.6.14.path',
      'decisions.16.23.public',
      'decisions.16.26.images',
    ],
    'upload_image needs no permission, and stores an image at a public address',
    async () => {
      const { agent } = await setUp()
      for (const [type, bytes] of images) {
        const { url, path } = await uploadImage(agent, bytes)
        suite.engine.clock.advance(3_600_000)
        for (const address of [url, `/files/images/${path}`]) {
          const served = await fetch(suite.engine.origin + address)
          assert.deepEqual([served.status, served.headers.get('content-type')], [200, type])
          assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
        }
      }
      const detail = 'payload.image must be a PNG, JPEG, GIF or WebP image'
      const html = formOf(imageParts(Buffer.from('<html><script>alert(1)</script></html>')))
      assert.deepEqual(await refusal(agent, 'upload_image', html), [400, validation(detail)])
      const none = validation('payload.image is required')
      assert.deepEqual(await refusal(agent, 'upload_image', formOf([['a', 'b']])), [400, none])
    },
  )

  verifies(
    [
      'chat.limit.file_size.send_file',
      'chat.limit.file_size.upload_image',
      'chat.customer.send_file.request.file',
      'chat.agent.upload_image.request.image',
      'decisions.2.entity_too_large.file',
    ],
    'a file has at most 10 MB',
    async () => {
      const { customer, agent, chatId } = await setUp()
      const image = (bytes: number) => Buffer.concat([png(1, 1), Buffer.alloc(bytes - png(1, 1).length)])
      await sendFile(customer, chatId, { bytes: image(megabytes10) })
      await uploadImage(agent, image(megabytes10))
      const beyond = image(megabytes10 + 1)
      for (const [person, action, parts] of [
        [customer, 'send_file', fileParts(chatId, beyond)],
        [agent, 'upload_image', imageParts(beyond)],
      ] as const) {
        const { status, body } = await postForm(person, action, formOf(parts))
        assert.deepEqual([status, at(body, 'error.type')], [413, 'entity_too_large'])
      }
      const read = await customer.web().succeed('get_chat_threads_summary', { chat_id: chatId })
      assert.equal(at(read, 'threads_summary.0.total_events'), 1)
    },
  )

  verifies(
    ['decisions.6.14.type', 'decisions.6.14.size'],
    'the type of a file and the size of an image are read from the bytes',
    async () => {
      const { customer, chatId } = await setUp()
      const phone = await customer.connect()
      const plain = [
        ['text/plain', Buffer.from('<html></html>')],
        ['application/octet-stream', Buffer.from([0, 1, 255])],
      ] as const
      for (const [type, bytes] of [...images, ...plain]) {
        await sendFile(customer, chatId, { bytes, name: 'a.pdf', type: 'application/pdf' })
        const event = at(await phone.push('incoming_event'), 'event')
        assert.deepEqual([at(event, 'content_type'), at(event, 'size')], [type, bytes.length])
        if (!type.startsWith('image/')) assert.equal(has(event, 'width') || has(event, 'height'), false)
        else assert.deepEqual([at(event, 'width'), at(event, 'height')], [6, 4])
      }
    },
  )

  verifies('decisions.6.14.headers', 'files are served with headers that make them harmless', async () => {
    const { customer, chatId } = await setUp()
    for (const [bytes, shown] of [
      [png(1, 1), 'inline'],
      [Buffer.from('<html></html>'), 'attachment'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'attachment'],
    ] as const) {
      const url = await sendFile(customer, chatId, { bytes, name: 'a.html', type: 'text/html' })
      const { status, headers } = await fetch(suite.engine.origin + url)
      assert.equal(status, 200)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
      assert.ok(headers.get('content-disposition')?.startsWith(`${shown};`))
      assert.notEqual(headers.get('content-type'), 'text/html')
    }
  })

  verifies(
    ['decisions.6.14.signed', 'decisions.16.26.forged'],
    'the url of a file is signed for 24 h, and signed anew at each read',
    async () => {
      const { customer, agent, chatId: chat_id, threadId, world } = await setUp()
      const reader = await world.agent('bob')
      const url = await sendFile(customer, chat_id, { bytes: png(1, 1) })
      const statusOf = async (address: string) => (await fetch(suite.engine.origin + address)).status
      suite.engine.clock.advance(25_000_000)
      const read = await reader.web().succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      const fresh = textAt(read, 'chat.threads.0.events.0.url')
      assert.notEqual(fresh, url)
      suite.engine.clock.advance(86_400_000 - 25_000_000 - 1_000)
      assert.deepEqual([await statusOf(url), await statusOf(fresh)], [200, 200])
      suite.engine.clock.advance(1_000)
      assert.deepEqual([await statusOf(url), await statusOf(fresh)], [403, 200])
      assert.equal(await statusOf(fresh.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))), 403)
      const nowhere = `/files/images/${'ab'.repeat(32)}`
      assert.equal(await statusOf(nowhere), 404)
      assert.ok(agent.id)
    },
  )

  verifies('decisions.16.29.customer', 'a customer can send 100 files in 24 hours', async () => {
    const { customer, chatId } = await setUp()
    for (let count = 0; count < 100; count += 1) await sendFile(customer, chatId, { bytes: png(1, 1) })
    const parts: Part[] = [
      ['payload.chat_id', chatId],
      ['payload.custom_id', 'mine'],
      ['payload.file', { bytes: png(1, 1) }],
    ]
    const { status, headers, body } = await postForm(customer, 'send_file', formOf(parts))
    assert.deepEqual([status, at(body, 'error.type')], [429, 'too_many_requests'])
    assert.equal(headers.get('retry-after'), '86400')
  })

  verifies(
    'decisions.6.5.file',
    'an idempotency key returns the first response only for the same file',
    async () => {
      const { customer, chatId } = await setUp()
      const options = { idempotencyKey: 'one' }
      const first = await sendFile(customer, chatId, { bytes: png(1, 1) }, options)
      assert.equal(await sendFile(customer, chatId, { bytes: png(1, 1) }, options), first)
      const other = formOf(fileParts(chatId, png(2, 2)))
      const { status, body } = await postForm(customer, 'send_file', other, options)
      const error = validation('the idempotency key was used before with another payload')
      assert.deepEqual([status, at(body, 'error')], [400, error])
      const read = await customer.web().succeed('get_chat_threads_summary', { chat_id: chatId })
      assert.equal(at(read, 'threads_summary.0.total_events'), 1)
    },
  )

  verifies(
    ['chat.rtm.no_files', 'decisions.10.7.files'],
    'file actions are unknown over websockets',
    async () => {
      const { customer, agent } = await setUp()
      for (const [person, action] of [
        [customer, 'send_file'],
        [agent, 'upload_image'],
      ] as const) {
        const error = await (await person.connect()).refuse(action, {})
        const place = 'it is an action over HTTP, as a POST with a form'
        assert.deepEqual(error, validation(`unknown action "${action}" here: ${place}`))
      }
    },
  )

  verifies(
    ['decisions.16.26.form', 'decisions.16.26.empty', 'chat.web.header.content_type.multipart'],
    'JSON for a file action is refused, a form for any other, and an empty file',
    async () => {
      const { customer, agent, chatId } = await setUp()
      const isRefused = async (person: Person, action: string, form: FormData | string) => {
        const [status, error] = await refusal(person, action, form)
        assert.deepEqual([status, at(error, 'type')], [400, 'validation'])
      }
      assert.equal((await customer.web().post('send_file', { chat_id: chatId })).status, 400)
      assert.equal((await agent.web().post('upload_image', {})).status, 400)
      await isRefused(customer, 'send_event', formOf(fileParts(chatId)))
      await isRefused(customer, 'send_file', formOf(fileParts(chatId, new Uint8Array())))
      await isRefused(agent, 'upload_image', formOf(imageParts(new Uint8Array())))
    },
  )

  verifies(
    ['decisions.13.multipart.files', 'decisions.13.multipart.parts', 'decisions.13.multipart.field'],
    'a form has at most one file, 8 parts, and 8 KiB per field',
    async () => {
      const { customer, chatId } = await setUp()
      const parts = fileParts(chatId)
      const more = (count: number): readonly Part[] =>
        Array.from({ length: count }, (_, index) => [`field${index}`, ''] as const)
      const padded = (bytes: number): readonly Part[] => [...parts, ['payload.other', 'x'.repeat(bytes)]]
      const statusOf = async (form: readonly Part[]) =>
        (await postForm(customer, 'send_file', formOf(form))).status
      assert.deepEqual([await statusOf([...parts, ...more(5)]), await statusOf(padded(8_192))], [200, 200])
      for (const form of [
        [...parts, ...more(6)],
        padded(8_193),
        [...parts, ['payload.file2', { bytes: png(1, 1) }] as const],
      ]) {
        const status = await statusOf(form)
        assert.ok(status === 400 || status === 413, `${status}`)
      }
    },
  )

  verifies(
    'decisions.15.file_event',
    'agents can send images that upload_image returned to the license',
    async () => {
      const { world, customer, chatId: chat_id } = await setUp()
      const agent = await world.agent('bob')
      const stranger = await (await suite.world()).agent('eve')
      const [own, foreign] = [await uploadImage(agent, png(6, 4)), await uploadImage(stranger, png(6, 4))]
      const web = agent.web()
      await web.succeed('join_chat', { chat_id, agent_ids: [agent.id] })
      const phone = await customer.connect()
      for (const event of [
        { type: 'file', url: own.url },
        { type: 'file', path: own.path },
      ]) {
        const sent = await web.succeed('send_event', { chat_id, event })
        assert.deepEqual([at(sent, 'event.url'), at(sent, 'event.width')], [own.url, 6])
        await phone.push('incoming_event')
      }
      for (const event of [
        { type: 'file', url: foreign.url },
        { type: 'file', path: foreign.path },
        { type: 'file', url: 'https://example.com/a.png' },
        { type: 'file' },
      ]) {
        assert.equal(at(await web.refuse('send_event', { chat_id, event }), 'type'), 'validation')
      }
      const event = { type: 'file', path: own.path }
      assert.equal(at(await customer.web().refuse('send_event', { chat_id, event }), 'type'), 'validation')
      assert.deepEqual(await phone.pushes(), [])
    },
  )
})

proving('an engine without files', (storage) => {
  const suite = useEngine(storage)

  verifies('decisions.16.26.none', 'an engine without files refuses the file actions', async () => {
    const world = await suite.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(customer)
    const file = { bytes: png(1, 1) }
    for (const [person, action, parts] of [
      [
        customer,
        'send_file',
        [
          ['payload.chat_id', chatId],
          ['payload.custom_id', 'mine'],
          ['payload.file', file],
        ],
      ],
      [agent, 'upload_image', [['payload.image', file]]],
    ] as const) {
      const { status, body } = await postForm(person, action, formOf(parts))
      assert.deepEqual([status, at(body, 'error.type')], [400, 'validation'])
    }
  })
})
