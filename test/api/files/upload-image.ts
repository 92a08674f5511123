import assert from 'node:assert/strict'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { formOf, postForm, sendFile, uploadImage } from '../../support/forms.js'
import { exifWithPlace, gif, jpeg, png, webp, withExif } from '../../support/images.js'
import { at, textAt } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachTransport } from '../../support/matrix.js'
import { forEachStorage } from '../../support/storages.js'
import { agentVersions } from '../../support/world.js'

const noImage = (field: string) => validation(`payload.event.${field} is not one that upload_image returned`)

forEachStorage('upload_image', (storage) => {
  const files = new MemoryFiles()
  const suite = useEngine(storage, { files })

  for (const version of agentVersions) {
    test(`an agent of ${version} without any scope gets a public address and a path`, async () => {
      const agent = await (await suite.world()).agent('ada', { scopes: [] })
      const bytes = png(4, 3)
      const { url, path } = await uploadImage(agent, bytes, { version })
      assert.match(path, /^[0-9a-f]{64}$/)
      assert.equal(url, `/files/images/${path}`)
      const response = await fetch(suite.engine.origin + url)
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    })
  }

  for (const [title, bytes] of [
    ['PNG', png(1, 1)],
    ['JPEG', jpeg(1, 1)],
    ['GIF', gif(1, 1)],
    ['WebP', webp(1, 1)],
  ] as const) {
    test(`upload_image accepts ${title}`, async () => {
      const agent = await (await suite.world()).agent('ada')
      await uploadImage(agent, bytes)
    })
  }

  for (const [title, text] of [
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['a PDF', '%PDF-1.7\n'],
  ] as const) {
    test(`upload_image refuses ${title} under any name, and keeps nothing of it`, async () => {
      const agent = await (await suite.world()).agent('ada')
      const before = files.keys
      const form = formOf([['payload.image', { bytes: Buffer.from(text), name: 'a.png', type: 'image/png' }]])
      const { status, body } = await postForm(agent, 'upload_image', form)
      const detail = 'payload.image must be a PNG, JPEG, GIF or WebP image'
      assert.deepEqual([status, at(body, 'error')], [400, validation(detail)])
      assert.deepEqual(files.keys, before)
    })
  }

  test('upload_image removes the location from a photo, and send_file removes nothing', async () => {
    const world = await suite.world()
    const [agent, customer] = [await world.agent('ada'), await world.customer()]
    const { chatId } = await startChat(customer)
    const place = exifWithPlace('II')
    const photo = withExif.jpeg(4, 3, place)
    const { url } = await uploadImage(agent, photo)
    const file = await sendFile(customer, chatId, { bytes: photo })
    const read = async (address: string) =>
      Buffer.from(await (await fetch(suite.engine.origin + address)).arrayBuffer())
    const publicBytes = await read(url)
    assert.deepEqual([publicBytes.length, publicBytes.includes(place.subarray(50))], [photo.length, false])
    assert.ok((await read(file)).equals(photo))
  })

  test('a repeated upload_image returns the first response', async () => {
    const agent = await (await suite.world()).agent('ada')
    const first = await uploadImage(agent, png(1, 1), { idempotencyKey: 'one' })
    assert.deepEqual(await uploadImage(agent, png(1, 1), { idempotencyKey: 'one' }), first)
    assert.notDeepEqual(await uploadImage(agent, png(1, 1)), first)
  })

  test('upload_image is not an action of customers', async () => {
    const customer = await (await suite.world()).customer()
    const form = formOf([['payload.image', { bytes: png(1, 1) }]])
    const { body } = await postForm(customer, 'upload_image', form)
    assert.deepEqual(at(body, 'error'), validation('unknown action "upload_image"'))
  })

  forEachTransport('agent', (transport, version) => {
    for (const field of ['url', 'path'] as const) {
      test(`send_event of an agent accepts an uploaded image by its ${field}`, async () => {
        const world = await suite.world()
        const [agent, customer] = [await world.agent('ada'), await world.customer()]
        const { chatId: chat_id } = await startChat(customer)
        const listener = await customer.connect()
        const bytes = png(4, 3)
        const image = await uploadImage(agent, bytes)
        const caller = await agent.via(transport, version)
        const event = { type: 'file', [field]: image[field], custom_id: 'mine' }
        const sent = await caller.succeed('send_event', { chat_id, event })
        const shown = {
          ...{ type: 'file', name: 'picture.png', url: image.url, content_type: 'image/png' },
          ...{ size: bytes.length, width: 4, height: 3, custom_id: 'mine', author_id: agent.id },
        }
        const { id, order, timestamp, ...rest } = Object(at(sent, 'event'))
        assert.deepEqual(rest, { ...shown, recipients: 'all' })
        const received = at(await listener.push('incoming_event'), 'event')
        assert.deepEqual(received, { id, order, timestamp, ...shown })
      })
    }

    test('send_event refuses files that upload_image has not returned', async () => {
      const world = await suite.world()
      const [agent, customer, stranger] = [
        await world.agent('ada'),
        await world.customer(),
        await (await suite.world()).agent('eve'),
      ]
      const { chatId: chat_id } = await startChat(customer)
      const listener = await customer.connect()
      const foreign = await uploadImage(stranger, png(1, 1))
      const own = await uploadImage(agent, png(1, 1))
      const sent = await sendFile(customer, chat_id, { bytes: png(1, 1) })
      await listener.push('incoming_event')
      const caller = await agent.via(transport, version)
      const refused = (event: object) =>
        caller.refuse('send_event', { chat_id, event: { type: 'file', ...event } })
      for (const url of [
        foreign.url,
        sent,
        `https://evil.example.com${own.url}`,
        `${own.url}?x`,
        'https://a.b/c.png',
      ]) {
        assert.deepEqual(await refused({ url }), noImage('url'), url)
      }
      for (const path of [
        foreign.path,
        'ab'.repeat(32),
        `images/${own.path}`,
        '../../etc/passwd',
        textAt(own, 'url'),
      ]) {
        assert.deepEqual(await refused({ path }), noImage('path'), path)
      }
      for (const event of [{}, { url: own.url, path: own.path }]) {
        const either = validation('payload.event must have either url or path', { request: { event } })
        assert.deepEqual(await refused(event), either)
      }
      assert.deepEqual(await listener.pushes(), [])
    })
  })

  test('start_chat accepts an uploaded image', async () => {
    const agent = await (await suite.world()).agent('ada')
    const { path, url } = await uploadImage(agent, png(4, 3))
    const thread = {
      events: [
        { type: 'message', text: 'Look' },
        { type: 'file', path },
      ],
    }
    const started = await agent.web().succeed('start_chat', { chat: { thread } })
    assert.equal(at(started, 'chat.thread.events.1.url'), url)
    const bad = {
      events: [
        { type: 'message', text: 'Look' },
        { type: 'file', path: 'none' },
      ],
    }
    const detail = 'payload.chat.thread.events[1].path is not one that upload_image returned'
    assert.deepEqual(await agent.web().refuse('start_chat', { chat: { thread: bad } }), validation(detail))
  })

  test('send_event of a customer refuses files', async () => {
    const world = await suite.world()
    const [agent, customer] = [await world.agent('ada'), await world.customer()]
    const { chatId: chat_id } = await startChat(customer)
    const { path } = await uploadImage(agent, png(4, 3))
    const error = await customer.web().refuse('send_event', { chat_id, event: { type: 'file', path } })
    assert.equal(at(error, 'type'), 'validation')
  })
})
