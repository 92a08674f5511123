import assert from 'node:assert/strict'
import type { PresignOptions } from '@parley/core/ports'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { type FilePart, sendFile, uploadImage } from '../../support/forms.js'
import { png } from '../../support/images.js'
import { MemoryFiles } from '../../support/kept-files.js'
import { forEachStorage } from '../../support/storages.js'

const address = 'https://bucket.example/a/file?signature=x'

class PresigningFiles extends MemoryFiles {
  readonly calls: (readonly [key: string, options: PresignOptions])[] = []

  async presign(key: string, options: PresignOptions): Promise<string> {
    this.calls.push([key, options])
    return address
  }
}

forEachStorage('file storages that issue download addresses', (storage) => {
  const files = new PresigningFiles()
  const suite = useEngine(storage, { files })

  async function sent(file: FilePart): Promise<string> {
    files.calls.length = 0
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    return suite.engine.origin + (await sendFile(customer, chatId, file))
  }
  const read = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })

  test('an attachment redirects to its download address, which works for a minute and saves the file', async () => {
    const url = await sent({ bytes: Buffer.from('<script>alert(1)</script>'), name: 'Ü.html' })
    const response = await read(url)
    assert.deepEqual([response.status, await response.text()], [302, ''])
    assert.equal(response.headers.get('location'), address)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
    const [key] = new URL(url).pathname.split('/').slice(-1)
    const contentDisposition = `attachment; filename="_.html"; filename*=UTF-8''%C3%9C.html`
    const expected = { lifetimeSeconds: 60, contentType: 'text/plain; charset=utf-8', contentDisposition }
    assert.deepEqual(files.calls, [[key, expected]])
  })

  test('the download address expires no later than the address in the event', async () => {
    const url = await sent({ bytes: Buffer.from('text') })
    suite.engine.clock.advance((86_400 - 7) * 1_000)
    assert.equal((await read(url)).status, 302)
    assert.equal(files.calls[0]?.[1].lifetimeSeconds, 7)
    suite.engine.clock.advance(6_500)
    const last = await read(url)
    assert.deepEqual([last.status, await last.text()], [200, 'text'])
    suite.engine.clock.advance(500)
    assert.equal((await read(url)).status, 403)
    assert.equal(files.calls.length, 1)
  })

  test('images and HEAD requests are served by Parley, without a redirect', async () => {
    const bytes = png(2, 2)
    const shown = await read(await sent({ bytes }))
    assert.deepEqual([shown.status, Buffer.from(await shown.arrayBuffer())], [200, bytes])
    const image = await uploadImage(await (await suite.world()).agent('ada'), bytes)
    assert.equal((await read(suite.engine.origin + image.url)).status, 200)
    const head = await read(await sent({ bytes: Buffer.from('text') }), { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '4'])
    assert.deepEqual(files.calls, [])
  })

  test('an address with a wrong signature does not redirect', async () => {
    const url = await sent({ bytes: Buffer.from('text') })
    const altered = url.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`)
    assert.equal((await read(altered)).status, 403)
    assert.deepEqual(files.calls, [])
  })
})
