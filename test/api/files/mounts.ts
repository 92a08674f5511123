import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import { serve } from '@hono/node-server'
import { createListener } from '@parley/adapter-node'
import type { Parley } from '@parley/core'
import express from 'express'
import { Hono } from 'hono'
import { startChat } from '../../support/conversations.js'
import { TestEngine, useEngine } from '../../support/engine.js'
import { formOf, postForm, sendFile } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { at } from '../../support/json.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { homeDatabase } from '../../support/storages.js'

interface Mounted {
  readonly origin: string
  close(): void
}

async function mounted(listener: RequestListener): Promise<Mounted> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function inHono(parley: Parley): Promise<Mounted> {
  const app = new Hono()
  app.all('*', (context) => parley.fetch(context.req.raw))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}

const raw = express.raw({ type: () => true, limit: '20mb' })
const hosts: Readonly<Record<string, (parley: Parley) => Promise<Mounted>>> = {
  'an Express app': (parley) => mounted(express().use(createListener(parley))),
  'an Express app, behind parsers of JSON and forms': (parley) =>
    mounted(express().use(express.json(), express.urlencoded({ extended: true }), createListener(parley))),
  'an Express app, behind a parser of bytes': (parley) => mounted(express().use(raw, createListener(parley))),
  'a Hono app': inHono,
}

for (const [title, host] of Object.entries(hosts)) {
  describe(`files in ${title}`, () => {
    const suite = useEngine(homeDatabase, { files: new MemoryFiles() })

    async function withHost(run: (origin: string) => Promise<void>): Promise<void> {
      const { origin, close } = await host(suite.engine.parley)
      try {
        await run(origin)
      } finally {
        close()
      }
    }

    test('files are sent and served as without a framework', async () => {
      await withHost(async (origin) => {
        const customer = await (await suite.world()).customer()
        const { chatId } = await startChat(customer)
        for (const bytes of [png(3, 2), Buffer.alloc(10_485_760, 'parley')]) {
          const url = await sendFile(customer, chatId, { bytes, name: 'ä.png' }, { origin })
          const response = await fetch(origin + url)
          assert.ok(bytes.equals(Buffer.from(await response.arrayBuffer())))
          const part = await fetch(origin + url, { headers: { range: 'bytes=1-3' } })
          assert.deepEqual([part.status, await part.text()], [206, bytes.subarray(1, 4).toString()])
          const head = await fetch(origin + url, { method: 'HEAD' })
          assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)])
        }
      })
    })

    test('files are refused as without a framework', async () => {
      await withHost(async (origin) => {
        const customer = await (await suite.world()).customer()
        const { chatId } = await startChat(customer)
        const forms = [
          [
            formOf([
              ['chat_id', chatId],
              ['custom_id', 'x'],
              ['file', { bytes: Buffer.alloc(10_485_761) }],
            ]),
            413,
          ],
          [
            formOf([
              ['chat_id', chatId],
              ['custom_id', 'x'],
            ]),
            400,
          ],
        ] as const
        for (const [form, status] of forms) {
          assert.equal((await postForm(customer, 'send_file', form, { origin })).status, status)
        }
      })
    })
  })
}

/** Acts like a parser of forms: reads the whole body and leaves whatever `leave` sets. */
function readingAll(leave: (request: IncomingMessage & { body?: unknown }) => void): express.RequestHandler {
  return (request, _, next) => {
    request.resume()
    request.once('end', () => {
      leave(request)
      next()
    })
  }
}

const parsers: Readonly<Record<string, express.RequestHandler>> = {
  'consumes the form and leaves its fields': readingAll((request) =>
    Object.assign(request, { body: { chat_id: 'x' } }),
  ),
  'consumes the form and leaves nothing': readingAll(() => undefined),
  'turns the form into text': express.text({ type: () => true, limit: '20mb' }),
}

for (const [title, parser] of Object.entries(parsers)) {
  test(`send_file behind a parser that ${title} fails with an error that names the parser`, async () => {
    const files = new MemoryFiles()
    const engine = await TestEngine.start(homeDatabase, { files, expectsErrors: true })
    const host = await mounted(express().use(parser, createListener(engine.parley)))
    try {
      const customer = await (await engine.world()).customer()
      const { chatId } = await startChat(customer)
      const form = formOf([
        ['chat_id', chatId],
        ['custom_id', 'x'],
        ['file', { bytes: png(1, 1) }],
      ])
      const { status, body } = await postForm(customer, 'send_file', form, { origin: host.origin })
      assert.equal(status, 500)
      assert.match(String(at(body, 'error.message')), /multipart\/form-data \(such as multer\)/)
      assert.deepEqual(files.keys, [])
    } finally {
      host.close()
      await engine.stop()
    }
  })
}
