import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { localFiles } from '@parley/adapter-node'
import { startChat } from '../support/conversations.js'
import { eventually, within } from '../support/deadline.js'
import { TestEngine } from '../support/engine.js'
import { actionUrl, headersOf } from '../support/forms.js'
import { at, has, textAt } from '../support/json.js'
import { byProfile } from '../support/profile.js'
import { randomFrom } from '../support/random.js'
import { homeDatabase } from '../support/storages.js'
import { exchange, type WebAnswer } from '../support/web-client.js'
import type { Person } from '../support/world.js'
import { type HostileFile, hostileFiles } from './hostile-files.js'

const seed = Number(process.env.PARLEY_FUZZ_SEED ?? 20_260_701)
const fileCount = byProfile({ quick: 100, full: 500, nightly: 500 })
/**
 * Maximum growth of memory, in bytes: for that many files of a few kilobytes and two decompression bombs, including the
 * clients.
 */
const maxGrowthBytes = 192 * 1_048_576
/** Number of clients that send at the same time. */
const laneCount = 6
const boundary = '----parley'
const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
/** Content types that a browser would execute. */
const runTypes = /html|svg|xml-external|javascript|ecmascript|flash|wasm/i

describe(`${fileCount} hostile files, by seed ${seed}`, () => {
  let folder = ''
  let engine: TestEngine
  let customer: Person
  let agent: Person

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-hostile-'))
    const files = localFiles({ directory: join(folder, 'inside', 'files') })
    engine = await TestEngine.start(homeDatabase, { files })
    const world = await engine.world()
    customer = await world.customer()
    agent = await world.agent('ada')
  })
  after(async () => {
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends a file. The name and type that the client states are written into the header of the part unchanged. */
  function send(
    person: Person,
    [action, field]: readonly [string, string],
    file: HostileFile,
    chatId = '',
  ): Promise<WebAnswer> {
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${file.name}"\r\n`
    const body = Buffer.concat([
      Buffer.from(`${part('payload.chat_id', chatId)}${part('payload.custom_id', 'x')}`),
      Buffer.from(`${head}Content-Type: ${file.type}\r\n\r\n`),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const headers = { ...headersOf(person), 'content-type': `multipart/form-data; boundary=${boundary}` }
    return exchange(actionUrl(person, action), { method: 'POST', headers, body })
  }

  /** Checks that a browser executes nothing in the served file. */
  async function checkServed(url: string, file: HostileFile): Promise<void> {
    const response = await fetch(engine.origin + url)
    const { headers, status } = response
    assert.equal(status, 200, file.title)
    const type = headers.get('content-type') ?? ''
    const disposition = headers.get('content-disposition') ?? ''
    assert.equal(headers.get('x-content-type-options'), 'nosniff', file.title)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/, file.title)
    assert.doesNotMatch(type, runTypes, file.title)
    if (!shownTypes.includes(type)) assert.match(disposition, /^attachment; /, file.title)
    assert.match(
      disposition,
      /^(inline|attachment); filename="[^"\\\r\n/]+"; filename\*=UTF-8''[\w.!~%$&+^`|#-]+$/,
    )
    for (const name of ['set-cookie', 'x-evil']) assert.equal(headers.get(name), null, file.title)
    assert.ok(Buffer.from(file.bytes).equals(Buffer.from(await response.arrayBuffer())), file.title)
  }

  /** Checks the event that agents are shown. */
  function checkShown(event: unknown, file: HostileFile): void {
    const name = textAt(event, 'name')
    assert.doesNotMatch(name, /[/\\\p{Cc}\p{Cf}\p{Cs}]/u, file.title)
    assert.ok(name !== '' && !name.startsWith('.') && Buffer.byteLength(name) <= 200, file.title)
    if (has(event, 'width')) {
      assert.ok(Number(at(event, 'width')) * Number(at(event, 'height')) <= 2 ** 28, file.title)
    }
  }

  /** Sends one file after the other in a chat of its own. Returns the number of stored files. */
  async function sendAll(files: readonly HostileFile[]): Promise<number> {
    const sender = await customer.world.customer()
    const { chatId } = await startChat(sender)
    const listener = await sender.connect()
    let keptCount = 0
    for (const file of files) {
      const sent = await send(sender, ['send_file', 'payload.file'], file, chatId)
      assert.ok(sent.status === 200 || sent.status === 400, `${file.title}: ${sent.status}`)
      if (sent.status === 200) {
        keptCount += 1
        checkShown(at(await listener.push('incoming_event'), 'event'), file)
        await checkServed(textAt(sent.body, 'url'), file)
      }
      const uploaded = await send(agent, ['upload_image', 'payload.image'], file)
      assert.ok(uploaded.status === 200 || uploaded.status === 400, `${file.title}: ${uploaded.status}`)
      if (uploaded.status !== 200) continue
      keptCount += 1
      const url = textAt(uploaded.body, 'url')
      await checkServed(url, file)
      assert.ok(shownTypes.includes((await fetch(engine.origin + url)).headers.get('content-type') ?? ''))
    }
    return keptCount
  }

  test('no hostile file is served as executable content or leaves its folder, and memory stays bounded', async (context) => {
    const atStart = process.memoryUsage().rss
    const files = hostileFiles(fileCount, randomFrom(seed))
    const lanes = Array.from({ length: laneCount }, (_, lane) =>
      files.filter((_file, index) => index % laneCount === lane),
    )
    const keptCounts = await Promise.all(lanes.map(sendAll))
    const keptCount = keptCounts.reduce((sum, count) => sum + count, 0)
    context.diagnostic(`${keptCount} were kept`)
    assert.ok(keptCount > fileCount / 2)
    assert.ok(process.memoryUsage().rss - atStart < maxGrowthBytes, 'memory grew')
    await checkFolder(keptCount)
  })

  async function listFiles() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => !entry.isDirectory())
  }

  /** Checks that the folder contains only the stored files, under names that the engine generated. */
  async function checkFolder(keptCount: number): Promise<void> {
    const found = await listFiles()
    for (const { name, parentPath } of found) {
      assert.match(name, /^[0-9a-f]{64}$/)
      assert.equal(parentPath, join(folder, 'inside', 'files', name.slice(-2)))
    }
    assert.equal(found.length, keptCount)
  }

  test('an endless stream is cut off, and leaves no file', async () => {
    const before = (await listFiles()).length
    const url = new URL(actionUrl(customer, 'send_file'))
    const streams = Array.from({ length: 4 }, () => endless(url, headersOf(customer)))
    for (const answer of await Promise.all(streams)) assert.match(answer, /^HTTP\/1\.1 413 /)
    await eventually(async () => {
      assert.equal((await listFiles()).length, before)
    })
  })
})

/** Sends a file that never ends. Returns the response. */
function endless(url: URL, headers: Readonly<Record<string, string>>): Promise<string> {
  const socket = connect(Number(url.port), url.hostname)
  const lines = Object.entries({ ...headers, host: url.host, 'transfer-encoding': 'chunked' })
  const type = `multipart/form-data; boundary=${boundary}`
  socket.write(`POST ${url.pathname}${url.search} HTTP/1.1\r\nContent-Type: ${type}\r\n`)
  socket.write(`${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  const chunk = (bytes: Buffer) => {
    return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  }
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`
  socket.write(chunk(Buffer.from(head)))
  const more = chunk(Buffer.alloc(65_536, 'x'))
  const sendChunk = () => {
    while (!socket.destroyed && socket.write(more)) {
      // Writes as much as the buffer can take.
    }
  }
  socket.on('drain', sendChunk)
  sendChunk()
  const answered = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.once('error', reject)
  })
  return within(answered, () => 'the end of an endless stream', 20_000).finally(() => socket.destroy())
}
