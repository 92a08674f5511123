import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { within } from '../support/deadline.js'
import { textAt } from '../support/json.js'
import { byProfile, measuresTime } from '../support/profile.js'
import { noSqlite } from '../support/sqlite-file.js'
import { EngineProcess } from './engine-process.js'
import { sqliteLocation } from './scenario.js'
import { createTenant, customerOf, type Tenant } from './tenant.js'

const main = fileURLToPath(new URL('files-main.ts', import.meta.url))
const mebibyte = 1_048_576
const clientCount = byProfile({ quick: 10, full: 50, nightly: 50 })
const fileBytes = byProfile({ quick: 2, full: 10, nightly: 10 }) * mebibyte
/**
 * Maximum growth of memory while 1,000 MiB are transferred, in bytes: the buffers of 100 sockets, and what the garbage
 * collector has not freed yet.
 */
const maxGrowthBytes = 128 * mebibyte
const piece = Buffer.alloc(65_536, 'parley')
const boundary = '----parley'

/** A gate that opens once the expected number of clients wait at it. */
class Gate {
  readonly #count: number
  readonly opened: Promise<void>
  #arrivedCount = 0
  #open = () => {}
  #onAll = () => {}
  readonly all: Promise<void>

  constructor(count: number) {
    this.#count = count
    this.opened = new Promise((resolve) => {
      this.#open = resolve
    })
    this.all = new Promise((resolve) => {
      this.#onAll = resolve
    })
  }

  waitToPass(): Promise<void> {
    this.#arrivedCount += 1
    if (this.#arrivedCount === this.#count) this.#onAll()
    return this.opened
  }

  open(): void {
    this.#open()
  }
}

interface Client {
  readonly port: number
  readonly tenant: Tenant
  readonly index: number
}

/** Sends half of a file, waits at the gate and sends the rest. Returns the address of the file. */
async function upload({ port, tenant, index }: Client, bytes: number, gate: Gate): Promise<string> {
  const { chatId = '', customerToken = '' } = tenant.conversations[index] ?? {}
  const { root, query, token } = customerOf(tenant, customerToken)
  const sent = request({
    ...{ host: '127.0.0.1', port, method: 'POST', path: `${root}/action/send_file${query}` },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  const answered = once(sent, 'response')
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  sent.write(`${part('chat_id')}\r\n\r\n${chatId}\r\n${part('custom_id')}\r\n\r\nx\r\n`)
  sent.write(`${part('file')}; filename="x"\r\n\r\n`)
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!sent.write(piece.subarray(0, left))) await once(sent, 'drain')
    if (left > bytes / 2 && left - piece.length <= bytes / 2) await gate.waitToPass()
  }
  sent.end(`\r\n--${boundary}--\r\n`)
  const [response]: IncomingMessage[] = await answered
  assert.ok(response)
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
  assert.equal(response.statusCode, 200, JSON.stringify(body))
  return textAt(body, 'url')
}

/** Reads the beginning of a file, waits at the gate and reads the rest. Returns the number of bytes. */
async function download(port: number, path: string, gate: Gate): Promise<number> {
  const downloadRequest = request({ host: '127.0.0.1', port, path })
  downloadRequest.end()
  const [response]: IncomingMessage[] = await once(downloadRequest, 'response')
  assert.ok(response)
  assert.equal(response.statusCode, 200)
  let count = 0
  let isFirst = true
  for await (const chunk of response) {
    count += chunk.length
    if (isFirst) await gate.waitToPass()
    isFirst = false
  }
  return count
}

/** Runs the transfers of all clients at the same time: each waits in the middle until all have come that far. */
async function runTogether<T>(
  engine: EngineProcess,
  work: (index: number, gate: Gate) => Promise<T>,
): Promise<readonly T[]> {
  const gate = new Gate(clientCount)
  const working = Promise.all(Array.from({ length: clientCount }, (_, index) => work(index, gate)))
  await within(Promise.race([gate.all, working]), () => 'all clients in the middle of their files', 60_000)
  await assertServesOthers(engine.port)
  await engine.measureCollected()
  gate.open()
  return await working
}

/** Checks that the engine serves others while all transfers wait. */
async function assertServesOthers(port: number): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/auth/.well-known/oauth-authorization-server`)
  assert.equal(response.status, 200)
  assert.ok(!measuresTime || performance.now() - startedAt < 2_000, 'other requests had to wait')
}

function measureGrowth(context: TestContext, engine: EngineProcess, from: number, what: string): number {
  const resident = engine.vitals.slice(from).map(({ residentBytes }) => residentBytes)
  const growth = Math.max(...resident) - (resident[0] ?? 0)
  context.diagnostic(`${what}: memory grew by ${Math.round(growth / mebibyte)} MiB at most`)
  return growth
}

test(`${clientCount} parallel uploads and downloads of ${fileBytes} bytes need little memory`, {
  timeout: 300_000,
  skip: noSqlite,
}, async (context) => {
  const location = await sqliteLocation(context)
  const directory = await mkdtemp(join(tmpdir(), 'parley-files-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  const tenant = await createTenant(location, clientCount)
  const engine = await EngineProcess.run(main, { location, directory })
  try {
    const { port } = engine
    // Warms up both directions first: each client transfers a short file.
    const warm = await runTogether(engine, (index, gate) => upload({ port, tenant, index }, 262_144, gate))
    await runTogether(engine, (index, gate) => download(port, warm[index] ?? '', gate))
    await engine.measureCollected()
    const beforeUploads = engine.vitals.length - 1
    const urls = await runTogether(engine, (index, gate) => upload({ port, tenant, index }, fileBytes, gate))
    assert.ok(measureGrowth(context, engine, beforeUploads, 'uploads') <= maxGrowthBytes)
    await engine.measureCollected()
    const beforeDownloads = engine.vitals.length - 1
    const counts = await runTogether(engine, (index, gate) => download(port, urls[index] ?? '', gate))
    assert.ok(measureGrowth(context, engine, beforeDownloads, 'downloads') <= maxGrowthBytes)
    assert.deepEqual(counts, Array(clientCount).fill(fileBytes))
    const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    assert.equal(files.length, 2 * clientCount)
  } finally {
    await engine.kill()
  }
})
