import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe } from 'node:test'
import { test } from '../support/cells.js'
import { TestEngine, useEngine } from '../support/engine.js'
import { forEachStorage } from '../support/storages.js'
import { cheapPasswords } from './tenant.js'

const paths = ['/auth/token', '/auth/revoke', '/auth/customer/', '/auth/sign-in', '/auth/consent']

/** Sends the head and part of the body of a POST. Returns the response after the server has closed the connection. */
async function answerTo(engine: TestEngine, path: string, headers: readonly string[], body: string) {
  const socket = connect(Number(new URL(engine.origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/x-www-form-urlencoded',
    'Authorization: Bearer x',
    ...headers,
  ]
  socket.on('error', () => undefined)
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return { text: () => text, closed: once(socket, 'close'), socket }
}

forEachStorage('oauth: bodies', (storage) => {
  // Runs in parallel, because the server keeps each connection for a second when it ends it in the middle of a body.
  describe('a body', { concurrency: true }, () => {
    const suite = useEngine(storage, {
      ...cheapPasswords,
      limits: { passwordCostLog2: 10, bodyBytes: 1_024 },
    })

    for (const path of paths) {
      test(`a body of ${path} that announces too much is refused unread, and the connection closed`, async () => {
        const answer = await answerTo(suite.engine, path, ['Content-Length: 1025'], '')
        await answer.closed
        assert.match(answer.text(), /^HTTP\/1\.1 400 .*\r\nconnection: close\r\n.*invalid_request/is)
      })

      test(`a body of ${path} that turns out too large ends the connection`, async () => {
        const chunk = `400\r\n${'x'.repeat(0x400)}\r\n`
        const answer = await answerTo(suite.engine, path, ['Transfer-Encoding: chunked'], chunk + chunk)
        await answer.closed
        assert.match(answer.text(), /^HTTP\/1\.1 400 .*\r\nconnection: close\r\n.*invalid_request/is)
      })
    }
  })

  describe('a body that stops', { concurrency: true }, () => {
    for (const path of paths) {
      test(`a body of ${path} that stops ends the connection and is not logged as a failure`, async (context) => {
        const engine = await TestEngine.start(storage, cheapPasswords)
        // Also checks that the engine logged no error.
        context.after(() => engine.stop())
        const answer = await answerTo(engine, path, ['Content-Length: 10'], 'a=')
        while (answer.text() === '') {
          engine.clock.advance(5_000)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        await answer.closed
        assert.match(answer.text(), /^HTTP\/1\.1 400 .*\r\nconnection: close\r\n.*took too long/is)
      })
    }
  })

  test('a client that disconnects in the middle of its body causes no error', async (context) => {
    const engine = await TestEngine.start(storage, cheapPasswords)
    context.after(() => engine.stop())
    for (const path of paths) {
      const answer = await answerTo(engine, path, ['Content-Length: 10'], 'a=')
      answer.socket.destroy()
      await answer.closed
    }
  })
})
