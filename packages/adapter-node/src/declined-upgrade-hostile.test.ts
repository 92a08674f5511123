import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delayed } from 'node:timers/promises'
import { connected, get, many, plain, post, dropsWhatFollows as skip } from '../test/declining-host.js'
import { RawClient } from '../test/raw-client.js'
import { createResponse } from '../test/scripted-edge.js'

for (const isSecure of [false, true]) {
  test(`clients that break off after pipelined upgrades affect no others${isSecure ? ', over TLS' : ''}`, async (context) => {
    const uncaught: unknown[] = []
    const onUncaught = (cause: unknown) => void uncaught.push(cause)
    process.on('uncaughtException', onUncaught)
    context.after(() => process.off('uncaughtException', onUncaught))
    const { edge, client, port } = await connected(context, { isSecure })
    edge.respond = async ({ path }) => createResponse(200, path)
    for (const pipelined of [plain('1') + get('2'), get('1') + get('2'), post('1', 'body') + get('2')]) {
      for (const delay of [...many(11), ...many(11), ...many(11)]) {
        const other = await RawClient.open(port, isSecure)
        other.send(pipelined)
        await delayed(Number(delay))
        other.reset()
        await other.closed
      }
    }
    client.send(get('3'))
    assert.equal((await client.nextResponse()).body, '/parley/3')
    assert.deepEqual(uncaught, [])
  })
}

test('each pipelined upgrade gets one turn of the event loop', {
  skip,
}, async (context) => {
  const { edge, client } = await connected(context)
  let turn = 0
  let isCounting = true
  const count = () => {
    turn += 1
    if (isCounting) setImmediate(count)
  }
  count()
  context.after(() => {
    isCounting = false
  })
  const turns: number[] = []
  edge.respond = async ({ path }) => {
    turns.push(turn)
    return createResponse(200, path)
  }
  client.send(
    many(30)
      .map((path) => get(path))
      .join(''),
  )
  await client.bodies(30)
  assert.equal(new Set(turns).size, 30)
})

test('a connection with very many pipelined upgrades is closed, and no longer read', {
  skip,
}, async (context) => {
  const { client, serverSide } = await connected(context)
  client.send(get('x').repeat(100_000))
  await client.closed
  assert.ok(serverSide.bytesRead < 1_048_576, `${serverSide.bytesRead} bytes were read`)
})
