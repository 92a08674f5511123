import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { refusal } from '../../../test/assertions.js'
import { VirtualClock } from '../../clock/virtual-clock.js'
import { Deadlines } from '../../dispatch/deadlines.js'
import { Shutdown } from '../../dispatch/shutdown.js'
import { ParleyError, ShuttingDownError } from '../../errors.js'
import { FormReader } from './form.js'
import type { FormFile } from './form-parsing.js'
import type { BodyStream, HttpRequest } from './http.js'

type Listener = Parameters<BodyStream['read']>[0]

const bounds = { partCount: 3, fieldBytes: 100, fileBytes: 1_000_000 }
const contentType = 'multipart/form-data; boundary=x'

/** A body that the test sends chunk by chunk, as fast as the reader accepts it. */
class TestBody implements BodyStream {
  readonly kind = 'stream'
  listener: Listener | undefined
  isDiscarded = false
  takenBytes = 0

  read(listener: Listener): void {
    this.listener = listener
  }

  discard(): void {
    this.isDiscarded = true
  }

  /** Sends bytes in chunks, until the body is discarded. */
  async send(bytes: Uint8Array, chunkBytes = bytes.length || 1): Promise<void> {
    for (let at = 0; at < bytes.length && !this.isDiscarded; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      this.takenBytes += chunk.length
      await this.listener?.data(chunk)
    }
  }

  end(): void {
    if (!this.isDiscarded) this.listener?.end()
  }
}

function scene() {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  after(() => deadlines.close())
  const shutdown = new Shutdown()
  const reader = new FormReader({ deadlines, shutdown, bounds })
  const body = new TestBody()
  const taken: { field: string; name: string | undefined; bytes: Buffer }[] = []
  let came: number | undefined
  const read = (take = takeAll, headers: HttpRequest['headers'] = { 'content-type': contentType }) => {
    const request = { method: 'POST', path: '/', query: '', headers, remoteAddress: null, body }
    return reader.read(request, { receiveFile: take, onReceived: (bytes) => (came = bytes) })
  }
  async function takeAll({ field, name, chunks }: FormFile): Promise<string> {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    taken.push({ field, name, bytes: Buffer.concat(parts) })
    return 'taken'
  }
  return { clock, deadlines, shutdown, body, read, taken, cameBytes: () => came }
}

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name = 'file') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="ä.txt"\r\n\r\n`
const end = '--x--\r\n'

test('reads fields and a file, however the form is split into chunks', async () => {
  const content = 'line\r\n-x- is no end\r\n--'
  const bytes = Buffer.from(`${field('a', 'ü')}${fileHead()}${content}\r\n${field('b', '')}${end}`)
  for (const chunkBytes of [1, 2, 3, 5, 7, 11, 50, bytes.length]) {
    const { body, read, taken, cameBytes } = scene()
    const reading = read()
    await body.send(bytes, chunkBytes)
    body.end()
    const form = await reading
    assert.deepEqual(
      [...form.fields],
      [
        ['a', 'ü'],
        ['b', ''],
      ],
    )
    assert.equal(form.file, 'taken')
    assert.deepEqual(taken, [{ field: 'file', name: 'ä.txt', bytes: Buffer.from(content) }])
    assert.equal(cameBytes(), bytes.length)
  }
})

test('accepts a form without a file', async () => {
  const { body, read } = scene()
  const reading = read()
  await body.send(Buffer.from(`${field('a', '1')}${end}`))
  body.end()
  assert.deepEqual(await reading, { fields: new Map([['a', '1']]), file: undefined })
})

const longField = field('a', 'x'.repeat(101))
const refused: readonly (readonly [title: string, body: string, message: RegExp])[] = [
  ['a field that is too long', `${longField}${end}`, /must have at most 100 bytes/],
  ['a field that is too long as bytes', `${field('a', 'ü'.repeat(60))}${end}`, /must have at most 100 bytes/],
  [
    'too many parts',
    `${'abcd'
      .split('')
      .map((name) => field(name, ''))
      .join('')}${end}`,
    /more than 3 parts/,
  ],
  ['a thousand parts', `${field('a', '').repeat(1_000)}${end}`, /twice|parts/],
  ['two files', `${fileHead()}a\r\n${fileHead()}b\r\n${end}`, /more than one file/],
  ['a name twice', `${field('a', '1')}${field('a', '2')}${end}`, /a is there twice/],
  ['no end', `${field('a', '1')}${fileHead()}abc`, /not well-formed/],
  ['nothing', '', /not well-formed/],
]
for (const [title, text, message] of refused) {
  test(`refuses ${title}`, async () => {
    const { body, read, cameBytes } = scene()
    const reading = assert.rejects(read(), refusal('validation', message))
    await body.send(Buffer.from(text), 10)
    body.end()
    await reading
    assert.ok(body.isDiscarded)
    assert.ok((cameBytes() ?? 0) <= Buffer.byteLength(text))
  })
}

test('does not read a file that exceeds the number of parts', async () => {
  const { body, read } = scene()
  let takenCount = 0
  const take = async () => {
    takenCount += 1
    return 'taken'
  }
  const reading = assert.rejects(read(take), refusal('validation', /more than 3 parts/))
  const fields = ['a', 'b', 'c'].map((name) => field(name, '')).join('')
  await body.send(Buffer.from(`${fields}${fileHead()}a\r\n${end}`), 10)
  body.end()
  await reading
  assert.equal(takenCount, 0)
})

test('refuses a form without a boundary or with a too large Content-Length without reading it', async () => {
  for (const headers of [
    { 'content-type': 'multipart/form-data' },
    { 'content-type': contentType, 'content-length': '1100000' },
  ]) {
    const { body, read, cameBytes } = scene()
    await assert.rejects(read(undefined, headers), ParleyError)
    assert.equal(body.listener, undefined)
    assert.ok(body.isDiscarded)
    assert.equal(cameBytes(), 0)
  }
})

for (const [title, beginning] of [
  ['before its first part', ''],
  ['in a field', field('a', 'x').slice(0, -2)],
  ['behind its end', `${fileHead()}abc\r\n${end}`],
] as const) {
  test(`refuses an endless form ${title}`, async () => {
    const { body, read, cameBytes } = scene()
    const reading = assert.rejects(read(), refusal('entity_too_large'))
    await body.send(Buffer.from(beginning))
    await body.send(Buffer.alloc(2_000_000, 'a'), 10_000)
    assert.ok(body.isDiscarded)
    await reading
    assert.ok((cameBytes() ?? 0) < 1_100_000, `${cameBytes()} bytes came`)
  })
}

test('throws when a parser has already read the form, and names the parser', async () => {
  const { deadlines, shutdown } = scene()
  const reader = new FormReader({ deadlines, shutdown, bounds })
  const headers = { 'content-type': contentType }
  const body = { kind: 'parsed', value: { a: 1 } } as const
  const request = { method: 'POST', path: '/', query: '', headers, remoteAddress: null, body }
  const reading = reader.read(request, { receiveFile: async () => undefined, onReceived: () => undefined })
  await assert.rejects(reading, refusal('internal', /multer/))
})

test('reads no faster than the taker reads the file', async () => {
  const { body, read } = scene()
  let goOn = () => {}
  const reading = read(async ({ chunks }) => {
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    let bytes = 0
    for await (const chunk of chunks) bytes += chunk.length
    return String(bytes)
  })
  const sending = body
    .send(Buffer.concat([Buffer.from(fileHead()), Buffer.alloc(900_000), Buffer.from(`\r\n${end}`)]), 10_000)
    .then(() => body.end())
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(body.takenBytes < 300_000, `${body.takenBytes} bytes were read ahead`)
  goOn()
  await sending
  assert.equal((await reading).file, '900000')
})

test('an error of the taker refuses the form and ends it', async () => {
  const { body, read } = scene()
  const cause = new ParleyError('entity_too_large')
  const reading = assert.rejects(
    read(async ({ chunks }) => {
      for await (const _ of chunks) throw cause
      return ''
    }),
    cause,
  )
  await body.send(Buffer.concat([Buffer.from(fileHead()), Buffer.alloc(500_000)]), 10_000)
  await reading
  assert.ok(body.isDiscarded)
})

for (const [title, stop, type] of [
  [
    'breaks off',
    ({ body }: ReturnType<typeof scene>) => body.listener?.fail(new Error('gone')),
    'validation',
  ],
  ['takes too long', ({ clock }: ReturnType<typeof scene>) => clock.advance(1_250), 'request_timeout'],
  [
    'comes while the engine goes down',
    ({ deadlines }: ReturnType<typeof scene>) => deadlines.failAll(new ShuttingDownError()),
    'service_unavailable',
  ],
] as const) {
  test(`a form that ${title} ends the file that is being read`, async () => {
    const all = scene()
    let ended: unknown
    const reading = assert.rejects(
      all.read(async ({ chunks }) => {
        try {
          for await (const _ of chunks);
        } catch (cause) {
          ended = cause
          throw cause
        }
        return ''
      }),
      refusal(type),
    )
    await all.body.send(Buffer.from(`${fileHead()}abc`))
    stop(all)
    await reading
    await new Promise((resolve) => setImmediate(resolve))
    assert.ok(ended instanceof Error)
    assert.ok(all.body.isDiscarded)
  })
}

test('reads no form during shutdown', async () => {
  const { body, read, shutdown } = scene()
  shutdown.begin()
  await assert.rejects(read(), refusal('service_unavailable'))
  assert.equal(body.listener, undefined)
})
