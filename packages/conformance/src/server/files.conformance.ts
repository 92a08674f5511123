import assert from 'node:assert/strict'
import { expectedError } from './errors.js'
import { assertLike, at, someId, someSeconds, someTextLike, textAt } from './json.js'
import type { Person } from './people.js'
import type { ServerContext } from './server-context.js'
import type { ServerCases } from './suite.js'
import { bearer, exchange, type WebResponse } from './web.js'

/** PNG with one transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

type FormParts = Readonly<Record<string, string | Uint8Array>>

function post(
  person: Person,
  action: string,
  parts: FormParts,
  idempotencyKey?: string,
): Promise<WebResponse> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Uint8Array.from(value)]), 'a name.png')
  }
  const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  const headers = { ...bearer(person.token), ...key }
  return exchange(person.getAddress(action), { method: 'POST', body: form, headers })
}

interface SentFile {
  readonly customer: Person
  readonly chatId: string
  readonly threadId: string
  readonly response: WebResponse
}

async function sentFile(context: ServerContext, bytes: Uint8Array): Promise<SentFile> {
  const customer = await context.customer()
  const conversation = await context.chatOf(customer)
  const parts = { 'payload.chat_id': conversation.chatId, 'payload.custom_id': 'mine', 'payload.file': bytes }
  return { customer, ...conversation, response: await post(customer, 'send_file', parts) }
}

export function fileCases(cases: ServerCases): void {
  sendingCases(cases)
  servingCases(cases)
  refusalCases(cases)
}

function sendingCases(cases: ServerCases): void {
  cases.addIf(
    'files',
    'a sent file becomes an event with the type and size found in its bytes',
    async (context) => {
      const { customer, chatId: chat_id, threadId, response } = await sentFile(context, pixel)
      assert.equal(response.status, 200)
      assertLike(response.body, { url: someTextLike(/\/files\/[0-9a-f]{64}\?/) })
      const read = await customer.succeed('get_chat_threads', { chat_id, thread_ids: [threadId] })
      assertLike(at(read, 'chat.threads.0.events'), [
        {
          ...{ id: someId, order: 1, timestamp: someSeconds, author_id: customer.id, custom_id: 'mine' },
          ...{ type: 'file', name: 'a name.png', url: someTextLike(/\/files\/[0-9a-f]{64}\?/) },
          ...{ content_type: 'image/png', size: pixel.length, width: 1, height: 1 },
        },
      ])
    },
  )

  cases.addIf(
    'files',
    'a file of 10 MB is stored unchanged, and a larger one is refused',
    async (context) => {
      const bytes = Buffer.alloc(10_485_760, 'abc')
      const { response } = await sentFile(context, bytes)
      const { body } = await fetch(addressOf(context, response))
      assert.ok(body)
      const chunks: Uint8Array[] = []
      for await (const chunk of body) chunks.push(chunk)
      assert.ok(bytes.equals(Buffer.concat(chunks)))
      const larger = await sentFile(context, Buffer.alloc(10_485_761))
      assert.equal(larger.response.status, 413)
      assertLike(larger.response.body, { error: expectedError('entity_too_large') })
    },
  )

  cases.addIf('files', 'a file repeated with the same idempotency key becomes one event', async (context) => {
    const customer = await context.customer()
    const { chatId: chat_id } = await context.chatOf(customer)
    const parts = { 'payload.chat_id': chat_id, 'payload.custom_id': 'mine', 'payload.file': pixel }
    const send = () => post(customer, 'send_file', parts, 'one')
    const first = await send()
    assert.deepEqual((await send()).body, first.body)
    const summary = await customer.succeed('get_chat_threads_summary', { chat_id })
    assert.equal(at(summary, 'threads_summary.0.total_events'), 1)
  })

  cases.addIf('files', 'upload_image returns a url and a path', async (context) => {
    const { status, body } = await post(context.ada, 'upload_image', { 'payload.image': pixel })
    assert.equal(status, 200)
    assertLike(body, { url: someTextLike(/\/files\/images\//), path: someId })
    const response = await fetch(new URL(textAt(body, 'url'), context.server.baseUrl))
    assert.ok(pixel.equals(Buffer.from(await response.arrayBuffer())))
  })
}

/**
 * Returns the absolute address of an uploaded file. A server may answer with a path, which belongs to its own origin.
 */
function addressOf({ server }: ServerContext, { body }: WebResponse): string {
  const url = textAt(body, 'url')
  return url.startsWith('/') ? new URL(server.baseUrl).origin + url : url
}

function servingCases(cases: ServerCases): void {
  cases.addIf('files', 'a file that is not an image is served only as a download', async (context) => {
    const { response } = await sentFile(context, Buffer.from('<script>alert(1)</script>'))
    const { status, headers, body } = await exchange(addressOf(context, response))
    assert.deepEqual([status, body], [200, '<script>alert(1)</script>'])
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-disposition') ?? '', /^attachment;/)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  })

  cases.addIf('files', 'a range of a file can be requested', async (context) => {
    const { response } = await sentFile(context, Buffer.from('abcdefghij'))
    const part = await exchange(addressOf(context, response), { headers: { range: 'bytes=2-4' } })
    assert.deepEqual(
      [part.status, part.headers.get('content-range'), part.body],
      [206, 'bytes 2-4/10', 'cde'],
    )
  })

  cases.addIf('files', 'a file address without a valid signature is refused', async (context) => {
    const { response } = await sentFile(context, pixel)
    const address = new URL(addressOf(context, response))
    for (const spoil of [
      (url: URL) => url.searchParams.delete('signature'),
      (url: URL) => url.searchParams.set('signature', 'x'),
      (url: URL) => url.searchParams.set('expires', '9999999999'),
    ]) {
      const spoilt = new URL(address)
      spoil(spoilt)
      const { status, body } = await exchange(spoilt.href)
      assert.equal(status, 403)
      assertLike(body, { error: expectedError('authorization') })
    }
  })
}

function refusalCases(cases: ServerCases): void {
  cases.addIf(
    'files',
    'a form without its parts, or JSON instead of a form, is refused as validation',
    async (context) => {
      const customer = await context.customer()
      const { chatId } = await context.chatOf(customer)
      const responses = [
        await post(customer, 'send_file', { 'payload.chat_id': chatId, 'payload.custom_id': 'mine' }),
        await post(customer, 'send_file', { 'payload.custom_id': 'mine', 'payload.file': pixel }),
        await customer.call('send_file', { chat_id: chatId, custom_id: 'mine' }),
        await post(context.ada, 'upload_image', { 'payload.image': Buffer.from('no image') }),
      ]
      for (const { status, body } of responses) {
        assert.equal(status, 400, JSON.stringify(body))
        assertLike(body, { error: expectedError('validation') })
      }
    },
  )
}
