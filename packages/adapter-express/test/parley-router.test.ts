import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createParley, type Parley } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import express from 'express'
import express4 from 'express-4'
import { parleyRouter, routerIn } from '../src/parley-router.js'

const path = '/agent/v0.4/action/get_filtered_chats'

async function engine(context: TestContext, baseUrl?: string): Promise<Parley> {
  const ignore = () => undefined
  const parley = await createParley({
    storage: memoryStorage(),
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ...(baseUrl !== undefined && { baseUrl }),
  })
  context.after(() => parley.close())
  return parley
}

async function ask(context: TestContext, app: express.Express, target: string): Promise<Response> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return fetch(`http://127.0.0.1:${Object(server.address()).port}${target}`, { method: 'POST' })
}

for (const [version, newApp] of Object.entries({ 4: express4, 5: express })) {
  const routerOf = (parley: Parley) => routerIn(newApp(), parley)

  test(`Express ${version}: app.use throws for a mount path that baseUrl does not include`, async (context) => {
    const parley = await engine(context)
    const mend = /mounted at \/support, .* baseUrl .*: https:\/\/example\.com\/support$/
    assert.throws(() => newApp().use('/support', routerOf(parley)), mend)
    assert.throws(() => newApp().use('/support', parleyRouter(parley)), mend)
  })

  test(`Express ${version}: under a router, the first response names the remedy`, async (context) => {
    const parley = await engine(context)
    const app = newApp()
    app.use('/support', newApp.Router().use('/chat', routerOf(parley)))
    const response = await ask(context, app, `/support/chat${path}`)
    assert.equal(response.status, 500)
    assert.match(await response.text(), /mounted at \/support\/chat, which baseUrl does not name/)
  })

  test(`Express ${version}: the paths of nested apps and routers are joined`, async (context) => {
    const parley = await engine(context, 'https://shop.example/shop/support/chat')
    const [app, inner] = [newApp(), newApp()]
    inner.use('/chat', routerOf(parley))
    app.use('/shop', newApp.Router().use('/support', inner))
    assert.equal((await ask(context, app, `/shop/support/chat${path}`)).status, 401)
  })

  test(`Express ${version}: responses come from Parley alone, and other requests go on`, async (context) => {
    const parley = await engine(context, '/support')
    const app = newApp().disable('x-powered-by')
    app.use('/support', routerOf(parley))
    app.use('/support', (request, response) => void response.end(`host ${request.url}`))
    const response = await ask(context, app, `/support${path}`)
    assert.deepEqual([response.status, response.headers.get('x-powered-by')], [401, null])
    assert.equal(await (await ask(context, app, '/support/else')).text(), 'host /else')
  })
}

test('rejects the promise of an engine', async (context) => {
  const promised = engine(context)
  assert.throws(() => Reflect.apply(parleyRouter, undefined, [promised]), /await createParley/)
  await promised
})
