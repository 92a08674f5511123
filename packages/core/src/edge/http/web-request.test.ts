import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BodyTakenError } from '../../errors.js'
import { fromWebRequest } from './web-request.js'

const url = 'https://chat.example/agent/v0.4/action/x?y=z'

/** Reads the body of a request, and returns what the listener received. */
function read(request: Request, room?: () => Promise<void>) {
  const { body } = fromWebRequest(request, undefined)
  assert.ok(body.kind === 'stream')
  const heard: unknown[] = []
  body.read({
    data(chunk) {
      heard.push(String.fromCharCode(...chunk))
      return room?.()
    },
    end: () => heard.push('end'),
    fail: (cause) => heard.push(cause),
  })
  return { heard, body }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
}

function streamed(body: ReadableStream<Uint8Array>): Request {
  const init = { method: 'POST', body, duplex: 'half' } as const
  return new Request(url, init)
}

/** Returns a request that records when its body is pulled or cancelled. */
function counted(): { readonly request: Request; readonly pulls: string[] } {
  const pulls: string[] = []
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls.push('pull')
        controller.enqueue(Uint8Array.of(96 + pulls.length))
        if (pulls.length === 3) controller.close()
      },
      cancel: () => void pulls.push('cancel'),
    },
    { highWaterMark: 0 },
  )
  return { request: streamed(body), pulls }
}

test('reads a body to its end, and ends a missing one immediately', async () => {
  const { heard } = read(counted().request)
  const nothing = read(new Request(url))
  await settled()
  assert.deepEqual(heard, ['a', 'b', 'c', 'end'])
  assert.deepEqual(nothing.heard, ['end'])
})

test('reads only when the engine asks and accepts more', async () => {
  const { request, pulls } = counted()
  fromWebRequest(request, undefined)
  await settled()
  assert.deepEqual(pulls, [])
  let giveRoom = () => {}
  const { heard } = read(
    request,
    () =>
      new Promise((resolve) => {
        giveRoom = resolve
      }),
  )
  await settled()
  assert.deepEqual([heard, pulls], [['a'], ['pull']])
  giveRoom()
  await settled()
  assert.deepEqual(
    [heard, pulls],
    [
      ['a', 'b'],
      ['pull', 'pull'],
    ],
  )
})

test('does not read a discarded body further', async () => {
  const begun = counted()
  const { heard, body } = read(begun.request, async () => body.discard())
  await settled()
  assert.deepEqual([heard, begun.pulls], [['a'], ['pull', 'cancel']])
  const unread = counted()
  const discarded = fromWebRequest(unread.request, undefined).body
  assert.ok(discarded.kind === 'stream')
  discarded.discard()
  discarded.discard()
  await settled()
  assert.deepEqual(unread.pulls, ['cancel'])
})

test('fails when the body breaks off', async () => {
  const cause = new Error('gone')
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) })
  const { heard } = read(streamed(body))
  await settled()
  assert.deepEqual(heard, [cause])
})

test('reports a body that the host has already read as a mistake of the host', async () => {
  const used = new Request(url, { method: 'POST', body: '{}' })
  await used.json()
  const held = new Request(url, { method: 'POST', body: '{}' })
  held.body?.getReader()
  for (const request of [used, held]) {
    const { heard, body } = read(request)
    await settled()
    assert.ok(heard[0] instanceof BodyTakenError)
    assert.match(heard[0].message, /before request\.json\(\) and its like/)
    body.discard()
  }
})

test('stops reading a body that comes in too many small chunks', async () => {
  let pulls = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulls += 1
      controller.enqueue(Uint8Array.of(97))
    },
    cancel: () => {
      isCancelled = true
    },
  })
  const { heard, body: taken } = read(streamed(body))
  while (heard.length < 1_001) await nextTurn()
  assert.match(String(heard.at(-1)), /too many small chunks/)
  taken.discard()
  await settled()
  assert.equal(isCancelled, true)
  assert.ok(pulls < 1_010, `${pulls} chunks were asked for`)
})
