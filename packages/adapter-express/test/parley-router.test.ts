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

  test(`Express ${version}: the mount that baseUrl does not name is refused by app.use`, async (context) => {
    const parley = await engine(context)
    const mend = /mounted at \/support, .* baseUrl .*: https:\/\/example\.com\/support$/
    assert.throws(() => newApp().use('/support', routerOf(parley)), mend)
    assert.throws(() => newApp().use('/support', parleyRouter(parley)), mend)
  })

  test(`Express ${version}: under a router, which does not tell, it is the answer that names the mend`, async (context) => {
    const parley = await engine(context)
    const app = newApp()
    app.use('/support', newApp.Router().use('/chat', routerOf(parley)))
    const response = await ask(context, app, `/support/chat${path}`)
    assert.equal(response.status, 500)
    assert.match(await response.text(), /mounted at \/support\/chat, which baseUrl does not name/)
  })

  test(`Express ${version}: apps and routers in each other make one path`, async (context) => {
    const parley = await engine(context, 'https://shop.example/shop/support/chat')
    const [app, inner] = [newApp(), newApp()]
    inner.use('/chat', routerOf(parley))
    app.use('/shop', newApp.Router().use('/support', inner))
    assert.equal((await ask(context, app, `/shop/support/chat${path}`)).status, 401)
  })

  test(`Express ${version}: answers are Parley's alone, and what is not Parley's goes on`, async (context) => {
    const parley = await engine(context, '/support')
    const app = newApp().disable('x-powered-by')
    app.use('/support', routerOf(parley))
    app.use('/support', (request, response) => void response.end(`host ${request.url}`))
    const response = await ask(context, app, `/support${path}`)
    assert.deepEqual([response.status, response.headers.get('x-powered-by')], [401, null])
    assert.equal(await (await ask(context, app, '/support/else')).text(), 'host /else')
  })
}

test('what is no engine is refused, such as the promise of one', async (context) => {
  const promised = engine(context)
  assert.throws(() => Reflect.apply(parleyRouter, undefined, [promised]), /await createParley/)
  await promised
})
