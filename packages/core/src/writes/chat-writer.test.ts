import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { chatHead, newEvent } from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { ExpiringCache } from '../cache/expiring-cache.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { closingEvents } from '../domain/event-bytes.js'
import { type Push, toChat } from '../domain/push.js'
import { ParleyError } from '../errors.js'
import type { Cancellation, Storage, StorageReads, StorageTransaction } from '../ports/storage.js'
import type { AppendCommand, AppendResult, ChatHead, ChatReads } from '../ports/stores/chats.js'
import { ChatHeads } from './chat-heads.js'
import { type Append, ChatWriter, type WriteRequest } from './chat-writer.js'
import { Lanes } from './lanes.js'

type Script = (command: AppendCommand) => AppendResult

/** Keeps one chat's head; each append does what the script says. */
class ScriptedStorage {
  readonly commands: AppendCommand[] = []
  readonly cancellations: (Cancellation | undefined)[] = []
  readonly tx = scripted<StorageTransaction>({})
  headReadCount = 0
  head: ChatHead | undefined = chatHead()
  script: Script = () => ({ status: 'stored', orders: [7], taken: { sequence: 1, previousAt: null } })
  readonly port = scripted<Storage>({
    read: scripted<StorageReads>({ chats: scripted<ChatReads>({ head: () => this.#readHead() }) }),
    appendEvents: (commands, cancellation) => this.#append(commands, cancellation),
    transaction: (work) => work(this.tx),
  })

  async #readHead(): Promise<ChatHead | undefined> {
    this.headReadCount += 1
    return this.head
  }

  async #append(
    commands: readonly AppendCommand[],
    cancellation: Cancellation | undefined,
  ): Promise<readonly AppendResult[]> {
    this.commands.push(...commands)
    this.cancellations.push(cancellation)
    return commands.map((command) => this.script(command))
  }
}

function givenWriter() {
  const storage = new ScriptedStorage()
  const cache = new ExpiringCache<ChatHead>(new VirtualClock(0), { maxCount: 10, maxAgeMs: 1_000 })
  const heads = new ChatHeads(storage.port.read, cache)
  const writer = new ChatWriter({ storage: storage.port, heads, lanes: new Lanes() })
  const heard: string[] = []
  const request = (cancellation: Cancellation = { aborted: false }): WriteRequest => ({
    callerId: 'caller',
    cancellation,
    emit: (pushes) => {
      heard.push(...pushes.map(({ body }) => body.name))
      return 0
    },
    answer: (response) => heard.push(`answer ${String(response)}`),
  })
  return { storage, heads, writer, heard, request }
}

const push: Push = toChat(chatHead(), {
  name: 'thread_closed',
  chatId: 'chat',
  threadId: 'thread',
  userId: null,
})

/** Appends one event to whatever chat there is, and counts the decisions. */
class OneEvent implements Append<string> {
  readonly decidedOn: (number | undefined)[] = []
  decide = (head: ChatHead | undefined) => {
    this.decidedOn.push(head?.revision)
    if (head === undefined) throw new ParleyError('validation', { detail: 'no chat' })
    if (!head.thread.isActive) return undefined
    return { head, added: closingEvents([newEvent()]) }
  }
  outcome = (head: ChatHead, orders: readonly number[]) => ({
    response: `revision ${head.revision} order ${orders.join()}`,
    pushes: [push],
  })
}

const stale = (head: ChatHead | undefined): AppendResult => ({ status: 'stale', head })

test('an append is decided on the head, stored, pushed and then answered', async () => {
  const { storage, writer, heard, request } = givenWriter()
  const response = await writer.append('chat', request(), new OneEvent())
  assert.equal(response, 'revision 1 order 7')
  assert.deepEqual(heard, ['thread_closed', 'answer revision 1 order 7'])
  const [command] = storage.commands
  const added = closingEvents([newEvent()])
  const at = added.events[0]?.createdAt
  assert.deepEqual(command, { chatId: 'chat', revision: 1, ...added, at, deliveries: [] })
})

test('a known head is not read again', async () => {
  const { storage, writer, request } = givenWriter()
  await writer.append('chat', request(), new OneEvent())
  await writer.append('chat', request(), new OneEvent())
  assert.equal(storage.headReadCount, 1)
})

test('on stale it decides again on the head that the storage answered', async () => {
  const { storage, writer, heads, heard, request } = givenWriter()
  storage.script = ({ revision }) =>
    revision < 3
      ? stale(chatHead({ revision: revision + 1 }))
      : { status: 'stored', orders: [1], taken: { sequence: 1, previousAt: null } }
  const append = new OneEvent()
  assert.equal(await writer.append('chat', request(), append), 'revision 3 order 1')
  assert.deepEqual(append.decidedOn, [1, 2, 3])
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 3 }))
  assert.deepEqual(heard, ['thread_closed', 'answer revision 3 order 1'])
})

test('a decision that the new head forbids is not carried out', async () => {
  const { storage, writer, heads, heard, request } = givenWriter()
  storage.script = () => stale(undefined)
  await assert.rejects(writer.append('chat', request(), new OneEvent()), refusal('validation', /no chat/))
  assert.equal(storage.commands.length, 1)
  assert.deepEqual(heard, [])
  storage.head = undefined
  assert.equal(await heads.get('chat'), undefined)
})

test('a chat that needs a thread first stores and tells nothing', async () => {
  const { storage, writer, heard, request } = givenWriter()
  storage.script = () => stale(chatHead({ revision: 2, thread: { id: 'thread', order: 1, isActive: false } }))
  assert.equal(await writer.append('chat', request(), new OneEvent()), undefined)
  assert.equal(storage.commands.length, 1)
  assert.deepEqual(heard, [])
})

test('a thread without room for it stores and tells nothing', async () => {
  const { storage, writer, heard, request } = givenWriter()
  storage.script = () => ({ status: 'full' })
  assert.equal(await writer.append('chat', request(), new OneEvent()), undefined)
  assert.equal(storage.commands.length, 1)
  assert.deepEqual(heard, [])
})

test('a chat that is always stale is given up', async () => {
  const { storage, writer, request } = givenWriter()
  storage.script = ({ revision }) => stale(chatHead({ revision: revision + 1 }))
  const append = writer.append('chat', request(), new OneEvent())
  await assert.rejects(append, refusal('service_unavailable', /changing too fast/))
  assert.equal(storage.commands.length, 20)
})

test('a request that was given up stores nothing', async () => {
  const { storage, writer, request } = givenWriter()
  const append = writer.append('chat', request({ aborted: true }), new OneEvent())
  await assert.rejects(append, refusal('request_timeout'))
  assert.equal(storage.commands.length, 0)
})

test('the storage is told when a request is given up while it waits there', async () => {
  const { storage, writer, request } = givenWriter()
  const cancellation = { aborted: false }
  await writer.append('chat', request(cancellation), new OneEvent())
  assert.deepEqual(storage.cancellations, [cancellation])
  assert.equal(storage.cancellations[0], cancellation)
})

test('a storage that fails rejects the append and tells nothing', async () => {
  const { storage, writer, heard, request } = givenWriter()
  const failure = new Error('disk full')
  storage.script = () => {
    throw failure
  }
  await assert.rejects(writer.append('chat', request(), new OneEvent()), failure)
  assert.deepEqual(heard, [])
})

test('an outcome that cannot be told rejects its own append only', async () => {
  const { writer, heard, request } = givenWriter()
  const failure = new TypeError('no view')
  const failing: Append<string> = {
    decide: new OneEvent().decide,
    outcome: () => {
      throw failure
    },
  }
  const both = [
    writer.append('chat', request(), failing),
    writer.append('chat', request(), new OneEvent()),
  ] as const
  await assert.rejects(both[0], failure)
  assert.equal(await both[1], 'revision 1 order 7')
  assert.deepEqual(heard, ['thread_closed', 'answer revision 1 order 7'])
})

test('a transaction tells once it is committed, and teaches the head it left', async () => {
  const { writer, heads, heard, request } = givenWriter()
  const head = chatHead({ revision: 9 })
  const response = await writer.transact('chat', request(), async () => {
    assert.deepEqual(heard, [])
    return { response: 'done', pushes: [push, push], head }
  })
  assert.equal(response, 'done')
  assert.deepEqual(heard, ['thread_closed', 'thread_closed', 'answer done'])
  assert.deepEqual(heads.get('chat'), head)
})

test('a transaction that fails tells nothing', async () => {
  const { writer, heard, request } = givenWriter()
  const failure = new ParleyError('authorization')
  const failing = writer.transact('chat', request(), async () => {
    throw failure
  })
  await assert.rejects(failing, failure)
  assert.deepEqual(heard, [])
})

test('an append waits for the transaction of its chat, not for that of another', async () => {
  const { writer, heard, request } = givenWriter()
  const end = gate()
  const slow = writer.transact('chat', request(), async () => {
    await end.promise
    return { response: 'slow', pushes: [] }
  })
  const appended = writer.append('chat', request(), new OneEvent())
  await writer.transact('other', request(), async () => ({ response: 'other', pushes: [] }))
  await writer.transact(null, request(), async () => ({ response: 'no chat', pushes: [] }))
  end.open()
  await Promise.all([slow, appended])
  const answers = [
    'answer other',
    'answer no chat',
    'answer slow',
    'thread_closed',
    'answer revision 1 order 7',
  ]
  assert.deepEqual(heard, answers)
})
