import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../../test/assertions.js'
import { changesOn } from '../../test/changes.js'
import { chatHead, configuration, newEvent } from '../../test/domain-values.js'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { closingEvents } from '../domain/event-bytes.js'
import { invalid, ParleyError } from '../errors.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { CommitCallbacks } from '../facts/received-commit.js'
import type { ChatHead } from '../model/chat.js'
import type { Cancellation, Storage, StorageReads, StorageTransaction } from '../ports/storage.js'
import type { AppendCommand, AppendResult } from '../ports/stores/chat-appends.js'
import type { ChatReads } from '../ports/stores/chat-reads.js'
import type { ChatWrites } from '../ports/stores/chat-writes.js'
import type { Append } from './append.js'
import type { Origin } from './origin.js'

type Script = (command: AppendCommand) => AppendResult

const stored: AppendResult = { status: 'stored', orders: [7], taken: { sequence: 5, previousAt: 40 } }

/** Stores the head of one chat. Each append does what the script says, and each sequence is the next one. */
class ScriptedStorage {
  readonly commands: AppendCommand[] = []
  readonly cancellations: (Cancellation | undefined)[] = []
  readonly taken: string[] = []
  headReadCount = 0
  head: ChatHead | undefined = chatHead()
  script: Script = () => stored
  readonly #tx = scripted<StorageTransaction>({
    chats: scripted<ChatWrites>({
      takeSequences: async (chatIds, at) => {
        this.taken.push(...chatIds)
        return chatIds.map((_, index) => ({ sequence: index + 2, previousAt: at - 1 }))
      },
    }),
  })
  readonly port = scripted<Storage>({
    read: scripted<StorageReads>({ chats: scripted<ChatReads>({ getHead: () => this.#readHead() }) }),
    appendEvents: (commands, cancellation) => this.#append(commands, cancellation),
    transaction: (work) => work(this.#tx),
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

function given() {
  const storage = new ScriptedStorage()
  const { changes, heads, batches, told } = changesOn(storage.port)
  const heard: string[] = []
  told.hear = ({ facts }) => heard.push(...facts.map(({ name }) => name))
  const origin = (cancellation: Cancellation = { aborted: false }): Origin => ({
    callerId: 'caller',
    authorId: 'caller',
    cancellation,
    urgency: 'urgent',
    configuration: configuration(),
    idempotent: undefined,
    ...{ connection: null, responsePushes: [] },
    respond: (response) => heard.push(`answer ${String(response)}`),
    charge: undefined,
  })
  return { storage, changes, heads, batches, heard, origin, told }
}

const ended = { threadId: 'thread', properties: {}, userId: null }
const closed = (id = 'chat'): Fact => ({ name: 'thread_closed', chat: factChat(chatHead({ id })), ...ended })
const peek = (id = 'chat'): Fact => {
  return { name: 'incoming_sneak_peek', chat: factChat(chatHead({ id })), authorId: 'a', at: 1, text: 'Hm' }
}
const updated: Fact = { name: 'license_updated', licenseId: 1, expiresAt: null }

/** Appends one event to any chat, and records the decisions. */
class OneEvent implements Append<string> {
  readonly at = 50
  readonly decidedOn: (number | undefined)[] = []
  decide = (head: ChatHead | undefined) => {
    this.decidedOn.push(head?.revision)
    if (head === undefined) throw invalid({ path: 'payload.chat_id', rule: 'not_found' }, 'no chat')
    if (!head.thread.isActive) return undefined
    return { head, added: closingEvents([newEvent()]) }
  }
  outcome = (head: ChatHead, orders: readonly number[]) => ({
    response: `revision ${head.revision} order ${orders.join()}`,
    facts: [closed()],
  })
}

const stale = (head: ChatHead | undefined): AppendResult => ({ status: 'stale', head })

test('an append is decided on the head, stored, pushed with its sequence, and then answered', async () => {
  const { storage, changes, batches, heard, origin } = given()
  const response = await changes.append(origin(), 'chat', new OneEvent())
  assert.equal(response, 'revision 1 order 7')
  assert.deepEqual(heard, ['thread_closed', 'answer revision 1 order 7'])
  assert.deepEqual(batches, [{ place: { chatId: 'chat', sequence: 5, previousAt: 40 }, facts: [closed()] }])
  const [command] = storage.commands
  const expected = { chatId: 'chat', revision: 1, at: 50, deliveries: [], ...closingEvents([newEvent()]) }
  assert.deepEqual(command, expected)
})

test('an append is in progress until it has been pushed', async () => {
  const { storage, changes, heard, origin } = given()
  const seen: boolean[] = [changes.areInProgress]
  storage.script = () => {
    seen.push(changes.areInProgress)
    return stored
  }
  await changes.append(origin(), 'chat', new OneEvent())
  assert.equal(heard.length, 2)
  seen.push(changes.areInProgress)
  assert.deepEqual(seen, [false, true, false])
})

test('a failed change is no longer in progress', async () => {
  const { storage, changes, origin } = given()
  storage.script = () => {
    throw new Error('mine')
  }
  const failing = changes.append(origin(), 'chat', new OneEvent())
  assert.equal(changes.areInProgress, true)
  await assert.rejects(failing, /mine/)
  assert.equal(changes.areInProgress, false)
})

test('a cached head is not read again', async () => {
  const { storage, changes, origin } = given()
  await changes.append(origin(), 'chat', new OneEvent())
  await changes.append(origin(), 'chat', new OneEvent())
  assert.equal(storage.headReadCount, 1)
})

test('a stale append is decided again on the head that the storage returned', async () => {
  const { storage, changes, heads, heard, origin } = given()
  storage.script = ({ revision }) => (revision < 3 ? stale(chatHead({ revision: revision + 1 })) : stored)
  const append = new OneEvent()
  assert.equal(await changes.append(origin(), 'chat', append), 'revision 3 order 7')
  assert.deepEqual(append.decidedOn, [1, 2, 3])
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 3 }))
  assert.deepEqual(heard, ['thread_closed', 'answer revision 3 order 7'])
})

test('an append that the new head forbids is not made', async () => {
  const { storage, changes, heads, heard, origin } = given()
  storage.script = () => stale(undefined)
  await assert.rejects(changes.append(origin(), 'chat', new OneEvent()), refusal('validation', /no chat/))
  assert.equal(storage.commands.length, 1)
  assert.deepEqual(heard, [])
  storage.head = undefined
  assert.equal(await heads.get('chat'), undefined)
})

test('an append that the cached head forbids is decided again on the stored head', async () => {
  const { storage, changes, heads, origin } = given()
  const append = new OneEvent()
  const { decide } = append
  append.decide = (head) => {
    const decision = decide(head)
    if (head?.members.length === 0) throw new ParleyError('authorization', { detail: 'no member' })
    return decision
  }
  heads.put(chatHead({ members: [] }))
  storage.head = chatHead({ revision: 2 })
  assert.equal(await changes.append(origin(), 'chat', append), 'revision 2 order 7')
  assert.deepEqual([append.decidedOn, storage.headReadCount], [[1, 2], 1])
  assert.deepEqual(heads.get('chat'), chatHead({ revision: 2 }))
  storage.head = chatHead({ revision: 3, members: [] })
  heads.put(storage.head)
  await assert.rejects(changes.append(origin(), 'chat', append), refusal('authorization', /no member/))
  assert.deepEqual([append.decidedOn, storage.headReadCount], [[1, 2, 3, 3], 2])
  assert.equal(storage.commands.length, 1)
})

test('an append that needs a new thread first stores and pushes nothing', async () => {
  const { storage, changes, heard, origin } = given()
  const thread = { id: 'thread', order: 1, isActive: false, waitingSince: null, properties: {} }
  storage.script = () => stale(chatHead({ revision: 2, thread }))
  assert.equal(await changes.append(origin(), 'chat', new OneEvent()), undefined)
  assert.equal(storage.commands.length, 1)
  assert.deepEqual(heard, [])
})

test('an append to a full thread stores and pushes nothing', async () => {
  const { storage, changes, heard, origin } = given()
  storage.script = () => ({ status: 'full' })
  assert.equal(await changes.append(origin(), 'chat', new OneEvent()), undefined)
  assert.equal(storage.commands.length, 1)
  assert.deepEqual(heard, [])
})

test('an append to a chat that is always stale fails', async () => {
  const { storage, changes, origin } = given()
  storage.script = ({ revision }) => stale(chatHead({ revision: revision + 1 }))
  const append = changes.append(origin(), 'chat', new OneEvent())
  await assert.rejects(append, refusal('service_unavailable', /changing too fast/))
  assert.equal(storage.commands.length, 20)
})

test('a cancelled request stores nothing', async () => {
  const { storage, changes, origin } = given()
  const append = changes.append(origin({ aborted: true }), 'chat', new OneEvent())
  await assert.rejects(append, refusal('request_timeout'))
  assert.equal(storage.commands.length, 0)
})

test('the storage receives the cancellation of a request that waits there', async () => {
  const { storage, changes, origin } = given()
  const cancellation = { aborted: false }
  await changes.append(origin(cancellation), 'chat', new OneEvent())
  assert.equal(storage.cancellations[0], cancellation)
})

test('a failing storage rejects the append, and nothing is pushed', async () => {
  const { storage, changes, heard, origin } = given()
  const failure = new Error('disk full')
  storage.script = () => {
    throw failure
  }
  await assert.rejects(changes.append(origin(), 'chat', new OneEvent()), failure)
  assert.deepEqual(heard, [])
})

test('a failing outcome rejects only its own append', async () => {
  const { changes, heard, origin } = given()
  const failure = new TypeError('no view')
  const failing: Append<string> = {
    at: 50,
    decide: new OneEvent().decide,
    outcome: () => {
      throw failure
    },
  }
  const both = [
    changes.append(origin(), 'chat', failing),
    changes.append(origin(), 'chat', new OneEvent()),
  ] as const
  await assert.rejects(both[0], failure)
  assert.equal(await both[1], 'revision 1 order 7')
  assert.deepEqual(heard, ['thread_closed', 'answer revision 1 order 7'])
})

test('a commit is pushed after it is stored, and its head is cached', async () => {
  const { changes, heads, heard, origin } = given()
  const head = chatHead({ revision: 9 })
  const response = await changes.commit(origin(), 50, ['chat'], async () => {
    assert.deepEqual(heard, [])
    return { response: 'done', facts: [closed(), closed()], head }
  })
  assert.equal(response, 'done')
  assert.deepEqual(heard, ['thread_closed', 'thread_closed', 'answer done'])
  assert.deepEqual(heads.get('chat'), head)
})

test('a commit takes one sequence for each chat with stored facts', async () => {
  const { storage, changes, batches, origin } = given()
  const facts = [closed('a'), peek('c'), closed('b'), updated, closed('a')]
  await changes.commit(origin(), 50, [], async () => ({ response: 'done', facts }))
  assert.deepEqual(storage.taken, ['a', 'b'])
  assert.deepEqual(batches, [
    { place: { chatId: 'a', sequence: 2, previousAt: 49 }, facts: [closed('a'), closed('a')] },
    { place: { chatId: 'b', sequence: 3, previousAt: 49 }, facts: [closed('b')] },
    { place: null, facts: [peek('c')] },
    { place: null, facts: [updated] },
  ])
})

test('a new chat has already taken its first sequence', async () => {
  const { storage, changes, batches, origin } = given()
  await changes.commit(origin(), 50, [], async () => ({ response: '', facts: [closed()], isNewChat: true }))
  assert.deepEqual(storage.taken, [])
  assert.deepEqual(batches[0]?.place, { chatId: 'chat', sequence: 1, previousAt: null })
})

test('a change that creates two chats throws', async () => {
  const { changes, origin, batches } = given()
  const work = async () => ({ response: '', facts: [closed('a'), closed('b')], isNewChat: true })
  await assert.rejects(changes.commit(origin(), 50, [], work), TypeError)
  assert.deepEqual(batches, [])
})

test('a failing response does not leave the change waiting', async () => {
  const { changes, origin, told } = given()
  const fault = new Error('no socket')
  const from: Origin = {
    ...origin(),
    respond: () => {
      throw fault
    },
  }
  const late: CommitCallbacks[] = []
  told.hold = (all) => void late.push(all)
  const response = changes.commit(from, 50, [], async () => ({ response: 'kept', facts: [updated] }))
  while (late.length === 0) await nextTurn()
  assert.throws(() => late[0]?.done(), fault)
  assert.equal(await response, 'kept')
})

test('announce decides on the stored chat, and takes no sequence', async () => {
  const { storage, changes, batches, heard, origin } = given()
  storage.head = chatHead({ revision: 4 })
  const seen: (number | undefined)[] = []
  await changes.announce(origin(), 50, 'chat', (head) => {
    seen.push(head?.revision)
    return { response: 'told', facts: [peek()] }
  })
  assert.deepEqual(seen, [4])
  assert.deepEqual(batches, [{ place: null, facts: [peek()] }])
  assert.deepEqual(heard, ['incoming_sneak_peek', 'answer told'])
})

test('no change of this node comes between the decision of announce and its push', async () => {
  const { storage, changes, heard, origin } = given()
  const end = gate()
  const changing = changes.commit(origin(), 50, ['chat'], async () => {
    await end.promise
    return { response: 'changed', facts: [closed()] }
  })
  const announced = changes.announce(origin(), 50, 'chat', () => ({ response: 'told', facts: [peek()] }))
  assert.equal(storage.headReadCount, 0)
  end.open()
  await Promise.all([changing, announced])
  assert.deepEqual(heard, ['thread_closed', 'answer changed', 'incoming_sneak_peek', 'answer told'])
})

test('announceWithoutChat takes no sequence, waits for no chat and reads nothing', async () => {
  const { storage, changes, batches, heard, origin } = given()
  const end = gate()
  const changing = changes.commit(origin(), 50, ['chat'], async () => {
    await end.promise
    return { response: 'changed', facts: [closed()] }
  })
  const outcome = { response: 'told', facts: [updated] }
  assert.equal(await changes.announceWithoutChat(origin(), 50, outcome), 'told')
  assert.deepEqual(batches, [{ place: null, facts: [updated] }])
  assert.equal(storage.headReadCount, 0)
  end.open()
  await changing
  assert.deepEqual(heard, ['license_updated', 'answer told', 'thread_closed', 'answer changed'])
})

test('a failed commit pushes nothing', async () => {
  const { changes, heard, origin } = given()
  const failure = new ParleyError('authorization')
  const failing = changes.commit(origin(), 50, ['chat'], async () => {
    throw failure
  })
  await assert.rejects(failing, failure)
  assert.deepEqual(heard, [])
})

test('an append waits for a commit of its own chat only', async () => {
  const { changes, heard, origin } = given()
  const end = gate()
  const slow = changes.commit(origin(), 50, ['chat', 'user'], async () => {
    await end.promise
    return { response: 'slow', facts: [] }
  })
  const appended = changes.append(origin(), 'chat', new OneEvent())
  await changes.commit(origin(), 50, ['other'], async () => ({ response: 'other', facts: [] }))
  await changes.commit(origin(), 50, [], async () => ({ response: 'no chat', facts: [] }))
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

test('a caller that waits for a busy chat can still change others', async () => {
  const { changes, origin } = given()
  const hold = gate()
  const answer = (response: string) => async () => ({ response, facts: [] })
  const crowd = changes.commit({ ...origin(), callerId: 'other' }, 50, ['crowded'], async () => {
    await hold.promise
    return { response: 'crowd', facts: [] }
  })
  const waiting = [1, 2, 3, 4].map(() => changes.commit(origin(), 50, ['crowded'], answer('late')))
  assert.equal(await changes.commit(origin(), 50, ['quiet'], answer('quick')), 'quick')
  hold.open()
  assert.deepEqual(await Promise.all([crowd, ...waiting]), ['crowd', ...Array(4).fill('late')])
})
