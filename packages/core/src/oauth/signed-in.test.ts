import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agent } from '../../test/domain-values.js'
import { scripted } from '../../test/scripted.js'
import { Passwords } from '../auth/passwords.js'
import { hashSecret } from '../auth/tokens.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SystemIds } from '../ids/system-ids.js'
import type { Storage, StorageReads, StorageTransaction } from '../ports/storage.js'
import type { AgentReads, AgentWrites } from '../ports/stores/agents.js'
import type { AttemptWrites } from '../ports/stores/attempts.js'
import type { SignIn, SignInReads, SignInWrites } from '../ports/stores/sign-ins.js'
import { resolveSettings } from '../settings.js'
import { Attempts } from './attempts.js'
import { SignedIn } from './signed-in.js'

const ada = 'ada@example.com'
const password = 'correct horse'

/** `duringVerification` happens between the look at the password and the session. */
async function given({
  duringVerification = () => {},
}: {
  duringVerification?: (state: State) => void
} = {}) {
  const clock = new VirtualClock(0)
  const ids = new SystemIds(clock)
  const passwords = new Passwords(ids, 10)
  const state: State = { hash: await passwords.hash(password), isThere: true }
  const kept = new Map<string, SignIn>()
  const cleared: string[] = []
  const counted: string[] = []
  const get = async (id: string) => (state.isThere && id === ada ? agent() : undefined)
  const getPasswordHash = async (id: string) => (id === ada ? state.hash : undefined)
  const agents = scripted<AgentReads>({ get, getPasswordHash })
  const signIns = scripted<SignInReads>({ get: async (hash) => kept.get(hash) })
  const tx = scripted<StorageTransaction>({
    agents: scripted<AgentWrites>({ get, getPasswordHash }),
    signIns: scripted<SignInWrites>({
      insert: async (signIn) => void kept.set(signIn.hash, signIn),
      delete: async (hash) => void kept.delete(hash),
    }),
    attempts: scripted<AttemptWrites>({
      async record(key) {
        counted.push(key)
        return { count: 1, oldestAt: 0 }
      },
      clear: async (key) => void cleared.push(key),
    }),
  })
  const transaction: Storage['transaction'] = async (work) => {
    if (counted.length >= 2) duringVerification(state)
    return work(tx)
  }
  const storage = scripted<Storage>({ read: scripted<StorageReads>({ agents, signIns }), transaction })
  const settings = resolveSettings({ storage })
  const attempts = new Attempts(storage, clock)
  const signedIn = new SignedIn({ storage, clock, ids, passwords, attempts, settings })
  return { signedIn, clock, kept, cleared, counted }
}

interface State {
  hash: string | null
  isThere: boolean
}

test('the right password opens a session, of which only the hash is kept', async () => {
  const { signedIn, kept, cleared } = await given()
  const session = await signedIn.signIn(ada.toUpperCase(), password, null)
  assert.ok(session)
  assert.deepEqual([...kept.keys()], [hashSecret(session.secret)])
  assert.equal((await signedIn.agentOf(session.secret))?.id, ada)
  assert.equal(cleared.length, 1)
})

test('a wrong password, or an account that does not exist, opens none and clears no count', async () => {
  const { signedIn, kept, cleared } = await given()
  assert.equal(await signedIn.signIn(ada, 'wrong', null), undefined)
  assert.equal(await signedIn.signIn('nobody', password, null), undefined)
  assert.deepEqual([kept.size, cleared.length], [0, 0])
})

test('what is counted does not show what was typed', async () => {
  const { signedIn, counted } = await given()
  await signedIn.signIn(password, ada, '192.0.2.1')
  assert.equal(counted.length, 2)
  assert.ok(counted.every((key) => !key.includes(password)))
})

test('a password that is changed while it is verified opens no session', async () => {
  const { signedIn, kept, cleared } = await given({
    duringVerification: (state) => Object.assign(state, { hash: 'another' }),
  })
  assert.equal(await signedIn.signIn(ada, password, '192.0.2.1'), undefined)
  assert.deepEqual([kept.size, cleared.length], [0, 0])
})

test('an agent who is removed while the password is verified gets no session', async () => {
  const { signedIn, kept } = await given({
    duringVerification: (state) => Object.assign(state, { isThere: false }),
  })
  assert.equal(await signedIn.signIn(ada, password, '192.0.2.1'), undefined)
  assert.equal(kept.size, 0)
})

test('a session lasts for 12 hours, or until it is ended', async () => {
  const { signedIn, clock } = await given()
  const [first, second] = [
    await signedIn.signIn(ada, password, null),
    await signedIn.signIn(ada, password, null),
  ]
  assert.ok(first && second)
  await signedIn.end(second.secret)
  await signedIn.end(undefined)
  assert.equal(await signedIn.agentOf(second.secret), undefined)
  clock.advance(43_200_000 - 1)
  assert.ok(await signedIn.agentOf(first.secret))
  clock.advance(1)
  assert.equal(await signedIn.agentOf(first.secret), undefined)
})

test('nobody is signed in without a secret, or with an unknown one', async () => {
  const { signedIn } = await given()
  assert.equal(await signedIn.agentOf(undefined), undefined)
  assert.equal(await signedIn.agentOf('unknown'), undefined)
})
