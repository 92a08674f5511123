import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { ScriptedEdge } from '../test/scripted-edge.js'
import { listen } from '../test/sockets.js'
import { createListener } from './listener.js'

test('the engine receives the mount path that baseUrl does not include, and no other', async (context) => {
  const edge = new ScriptedEdge()
  edge.respond = async ({ path, unnamedPrefix }) => ({
    status: 200,
    headers: {},
    body: `${path} ${unnamedPrefix}`,
  })
  const toParley = createListener(edge)
  const server = createServer((request, response) => {
    const { url = '' } = request
    const [originalUrl, cut] = url.split('*')
    Object.assign(request, { originalUrl, url: cut ?? originalUrl })
    toParley(request, response, () => response.end('elsewhere'))
  })
  const port = await listen(server)
  context.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const answerTo = async (url: string) => (await fetch(`http://127.0.0.1:${port}${url}`)).text()
  assert.equal(await answerTo('/support/parley/x*/parley/x'), '/support/parley/x /support')
  assert.equal(await answerTo('/parley/x*/x'), '/parley/x undefined')
  assert.equal(await answerTo('/parley/x'), '/parley/x undefined')
  for (const url of ['/support/other*/other', '/support/other', '/rewritten*/parley/x']) {
    assert.equal(await answerTo(url), 'elsewhere')
  }
})
