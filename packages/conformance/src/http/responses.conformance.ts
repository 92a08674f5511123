import assert from 'node:assert/strict'
import { text } from './scripted-edge.js'
import { chunkBytes, ScriptedSource } from './scripted-source.js'
import type { HttpCases } from './suite.js'

const mebibyte = 1_048_576
/** 100 MiB: more than the server may hold in memory and the operating system in its buffers. */
const manyChunks = 1_600
const maxAheadBytes = 32 * mebibyte

export function responseCases(cases: HttpCases): void {
  textCases(cases)
  sourceCases(cases)
  endCases(cases)
}

function textCases(cases: HttpCases): void {
  cases.add('a text response arrives unchanged, with its length', async ({ edge, client }) => {
    edge.respond = async () => ({ ...text('é', 403), headers: { 'x-answer': 'yes' } })
    const { status, headers, body } = await client.send()
    assert.deepEqual(
      [status, headers['x-answer'], headers['content-length'], String(body)],
      [403, 'yes', '2', 'é'],
    )
  })

  cases.add('a response without a body has no body', async ({ edge, client }) => {
    edge.respond = async () => ({ status: 204, headers: {}, body: '' })
    assert.equal((await client.send()).body.length, 0)
    edge.respond = async () => text('body')
    assert.equal((await client.send({ method: 'HEAD' })).body.length, 0)
  })

  cases.add('the end of a shared text response is reported once', async ({ edge, client }) => {
    const body = 'x'.repeat(5 * mebibyte)
    const source = new ScriptedSource(0)
    edge.respond = async () => ({ ...source.response, body })
    assert.equal((await client.send()).body.length, body.length)
    await source.gone
    assert.equal(await client.waitUntilSettled(() => source.goneCount), 1)
  })
}

function sourceCases(cases: HttpCases): void {
  for (const [how, length] of [
    ['of known length', 3 * chunkBytes],
    ['of unknown length', undefined],
  ] as const) {
    cases.add(`a source ${how} arrives complete, and the connection stays open`, async ({ edge, client }) => {
      for (const isReused of [false, true, true]) {
        const source = new ScriptedSource(3, length)
        edge.respond = async () => source.response
        const response = await client.send()
        assert.equal(response.headers['content-length'], length?.toString())
        assert.deepEqual([response.isComplete, response.isReused], [true, isReused])
        assert.equal(response.body.length, 3 * chunkBytes)
        assert.deepEqual(
          [0, 1, 2].map((index) => response.body[index * chunkBytes]),
          [2, 1, 0],
        )
        await source.gone
        assert.deepEqual([source.goneCount, source.returnCount], [1, 0])
      }
    })
  }

  cases.add('an empty source becomes an empty body', async ({ edge, client }) => {
    for (const length of [0, undefined]) {
      edge.respond = async () => new ScriptedSource(0, length).response
      const { body, isComplete } = await client.send()
      assert.deepEqual([body.length, isComplete], [0, true])
    }
  })

  cases.add('a source is read no faster than its client', async ({ edge, client }) => {
    const source = new ScriptedSource(manyChunks)
    edge.respond = async () => source.response
    const response = await client.waitForResponse(client.begin().end())
    assert.ok((await client.waitUntilSettled(() => source.takenBytes)) < maxAheadBytes, 'it was read ahead')
    let receivedBytes = 0
    for await (const { length } of response) {
      receivedBytes += length
      assert.ok(source.takenBytes - receivedBytes < maxAheadBytes, 'it was read ahead')
    }
    assert.equal(receivedBytes, manyChunks * chunkBytes)
    await source.gone
    assert.equal(source.returnCount, 0)
  })

  for (const [which, status, method] of [
    ['the answer to HEAD', 200, 'HEAD'],
    ['a 204', 204, 'GET'],
    ['a 304', 304, 'GET'],
  ] as const) {
    cases.add(`the source of ${which} is closed unread`, async ({ edge, client }) => {
      for (const isReused of [false, true]) {
        const source = new ScriptedSource(1, chunkBytes)
        edge.respond = async () => ({ ...source.response, status })
        const response = await client.send({ method })
        assert.deepEqual([response.body.length, response.isReused], [0, isReused])
        if (method === 'HEAD') assert.equal(response.headers['content-length'], String(chunkBytes))
        await source.over
        assert.deepEqual([source.nextCount, source.returnCount, source.goneCount], [0, 1, 1])
      }
    })
  }
}

function endCases(cases: HttpCases): void {
  cases.add('a client that disconnects closes its source', async ({ edge, client }) => {
    const source = new ScriptedSource(manyChunks)
    edge.respond = async () => source.response
    const asked = client.begin().end()
    const response = await client.waitForResponse(asked)
    response.on('error', () => undefined).once('data', () => asked.destroy())
    await source.over
    const takenBytes = await client.waitUntilSettled(() => source.takenBytes)
    assert.ok(takenBytes < manyChunks * chunkBytes)
    assert.deepEqual([source.returnCount, source.goneCount], [1, 1])
  })

  cases.add('a client that disconnects closes a waiting source', async ({ edge, client }) => {
    const source = new ScriptedSource(1)
    source.atEnd = () => new Promise(() => undefined)
    edge.respond = async () => source.response
    const asked = client.begin().end()
    const response = await client.waitForResponse(asked)
    response.on('error', () => undefined).once('data', () => asked.destroy())
    await source.over
    await client.waitUntilSettled(() => source.nextCount)
    assert.deepEqual([source.returnCount, source.goneCount], [1, 1])
  })

  cases.add('the source of a response without a client is closed unread', async ({ edge, client }) => {
    const source = new ScriptedSource(1)
    const asked = client.begin()
    edge.respond = async () => {
      asked.destroy()
      await client.waitUntilSettled(() => 0)
      return source.response
    }
    asked.end()
    await source.over
    assert.deepEqual([source.nextCount, source.returnCount, source.goneCount], [0, 1, 1])
  })

  const failing = (chunkCount: number, length?: number) => {
    const source = new ScriptedSource(chunkCount, length)
    source.atEnd = () => Promise.reject(new Error('the source fails'))
    return source
  }
  const broken: readonly (readonly [how: string, make: () => ScriptedSource, returnCount: number])[] = [
    ['fails in the middle', () => failing(3), 0],
    ['fails in the middle of what it announced', () => failing(3, 5 * chunkBytes), 0],
    ['has less than it announced', () => new ScriptedSource(3, 3 * chunkBytes + 1), 0],
    ['has more than it announced', () => new ScriptedSource(3, 3 * chunkBytes - 1), 1],
  ]
  for (const [how, make, returnCount] of broken) {
    cases.add(`a source that ${how} is not mistaken for the complete body`, async ({ edge, client }) => {
      const source = make()
      edge.respond = async () => source.response
      const isComplete = await client.send().then(
        (response) => response.isComplete,
        () => false,
      )
      assert.equal(isComplete, false)
      await source.gone
      await client.waitUntilSettled(() => source.nextCount)
      assert.deepEqual([source.goneCount, source.returnCount], [1, returnCount])
      edge.respond = async () => text('alive')
      assert.equal(String((await client.send()).body), 'alive')
    })
  }

  cases.add(
    'a source that fails immediately fails its request, and nothing else',
    async ({ edge, client }) => {
      const source = failing(0)
      edge.respond = async () => source.response
      const isComplete = await client.send().then(
        ({ isComplete, status }) => isComplete && status === 200,
        () => false,
      )
      assert.equal(isComplete, false)
      await source.gone
      edge.respond = async () => text('alive')
      assert.equal(String((await client.send()).body), 'alive')
    },
  )
}
