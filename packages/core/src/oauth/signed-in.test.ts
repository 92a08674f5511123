import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent } from '../../test/domain-values.js'
import { scripted } from '../../test/scripted.js'
import { systemOrigin } from '../changes/origin.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { Passwords } from '../identity/passwords.js'
import { hashSecret } from '../identity/tokens.js'
import { SystemIds } from '../ids/system-ids.js'
import type { Storage, StorageReads, StorageTransaction } from '../ports/storage.js'
import type { AgentReads, AgentWrites } from '../ports/stores/agents.js'
import type { AttemptWrites } from '../ports/stores/attempts.js'
import type { SignIn, SignInReads, SignInWrites } from '../ports/stores/sign-ins.js'
import { resolveSettings } from '../settings.js'
import { AttemptLimiter } from './attempt-limiter.js'
import { SignedIn } from './signed-in.js'

const ada = 'ada@example.com'
const password = 'correct horse'

/** `duringVerification` happens between the look at the password and the sign-in. */
async function given({
  duringVerification = () => {},
  costLog2 = 10,
}: {
  duringVerification?: (state: State) => void
  /** Of the hash that is stored; the configured one is 10. */
  costLog2?: number
} = {}) {
  const clock = new VirtualClock(0)
  const ids = new SystemIds(clock)
  const passwords = new Passwords(ids, 10)
  const state: State = { hash: await new Passwords(ids, costLog2).hash(password), isThere: true }
  const kept = new Map<string, SignIn>()
  const cleared: string[] = []
  const takenBack: string[] = []
  const counted: string[] = []
  const get = async (id: string) => (state.isThere && id === ada ? agent() : undefined)
  const getPasswordHash = async (id: string) => (state.isThere && id === ada ? state.hash : undefined)
  const agents = scripted<AgentReads>({ get, getPasswordHash })
  const signIns = scripted<SignInReads>({ get: async (hash) => kept.get(hash) })
  const tx = scripted<StorageTransaction>({
    agents: scripted<AgentWrites>({
      get,
      async replacePasswordHash(id, from, to) {
        if (!state.isThere || id !== ada || state.hash !== from) return false
        state.hash = to
        return true
      },
    }),
    signIns: scripted<SignInWrites>({
      insert: async (signIn) => void kept.set(signIn.hash, signIn),
      delete: async (hash) => void kept.delete(hash),
    }),
    attempts: scripted<AttemptWrites>({
      async record(key) {
        counted.push(key)
        return { count: 1, oldestAt: 0 }
      },
      takeBack: async (key) => void takenBack.push(key),
      clear: async (key) => void cleared.push(key),
    }),
  })
  const transaction: Storage['transaction'] = async (work) => {
    if (counted.length >= 2) duringVerification(state)
    return work(tx)
  }
  const read = scripted<StorageReads>({ agents, signIns })
  const storage = scripted<Storage>({ read, transaction })
  const settings = resolveSettings({ storage })
  const { changes } = changesOn(storage, clock)
  const attempts = new AttemptLimiter(changes, clock)
  const signedIn = new SignedIn({ read, changes, clock, ids, passwords, attempts, settings })
  return { signedIn, state, clock, kept, cleared, takenBack, counted }
}

interface State {
  hash: string | null
  isThere: boolean
}

test('the right password opens a sign-in, of which only the hash is kept', async () => {
  const { signedIn, kept, cleared } = await given()
  const signIn = await signedIn.signIn(systemOrigin, { login: ada.toUpperCase(), password, address: null })
  assert.ok(signIn)
  assert.deepEqual([...kept.keys()], [hashSecret(signIn.secret)])
  assert.equal((await signedIn.agentOf(signIn.secret))?.id, ada)
  assert.equal(cleared.length, 1)
})

test('a sign-in that succeeds is taken back from its address, one that fails is not', async () => {
  const { signedIn, counted, takenBack } = await given()
  assert.equal(
    await signedIn.signIn(systemOrigin, { login: ada, password: 'wrong', address: '2001:db8::1' }),
    undefined,
  )
  assert.deepEqual(takenBack, [])
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: '2001:db8::2' }))
  assert.deepEqual(takenBack, ['sign-in address 2001:db8:0:0::/64'])
  assert.equal(counted.filter((key) => key === takenBack[0]).length, 2)
})

test('a wrong password, or an account that does not exist, opens none and clears no count', async () => {
  const { signedIn, kept, cleared } = await given()
  assert.equal(
    await signedIn.signIn(systemOrigin, { login: ada, password: 'wrong', address: null }),
    undefined,
  )
  assert.equal(await signedIn.signIn(systemOrigin, { login: 'nobody', password, address: null }), undefined)
  assert.deepEqual([kept.size, cleared.length], [0, 0])
})

test('what is counted does not show what was typed', async () => {
  const { signedIn, counted } = await given()
  await signedIn.signIn(systemOrigin, { login: 'secret', password: ada, address: '192.0.2.1' })
  assert.equal(counted.length, 2)
  assert.match(counted.join('\n'), /^sign-in address 192\.0\.2\.1\nsign-in account [0-9a-f]{16}$/)
})

test('what can be no login is counted for its address only', async () => {
  const { signedIn, counted } = await given()
  for (const typed of ['', password, `${ada} `, 'a'.repeat(257)])
    assert.equal(
      await signedIn.signIn(systemOrigin, { login: typed, password, address: '192.0.2.1' }),
      undefined,
    )
  assert.deepEqual(new Set(counted), new Set(['sign-in address 192.0.2.1']))
})

test('a password that is changed while it is verified opens no sign-in', async () => {
  const another = await new Passwords(new SystemIds(new VirtualClock(0)), 10).hash('another')
  const { signedIn, kept, cleared } = await given({
    duringVerification: (state) => Object.assign(state, { hash: another }),
  })
  assert.equal(await signedIn.signIn(systemOrigin, { login: ada, password, address: '192.0.2.1' }), undefined)
  assert.deepEqual([kept.size, cleared.length], [0, 0])
})

test('a hash that is replaced by one of the same password meanwhile still opens a sign-in', async () => {
  const again = await new Passwords(new SystemIds(new VirtualClock(0)), 10).hash(password)
  const { signedIn, kept } = await given({
    duringVerification: (state) => Object.assign(state, { hash: again }),
  })
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: '192.0.2.1' }))
  assert.equal(kept.size, 1)
})

test('a hash of another cost gives way to one of the configured cost, once', async () => {
  const { signedIn, state } = await given({ costLog2: 11 })
  const outdated = state.hash
  assert.equal(
    await signedIn.signIn(systemOrigin, { login: ada, password: 'wrong', address: null }),
    undefined,
  )
  assert.equal(state.hash, outdated)
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: null }))
  const renewed = state.hash
  assert.match(renewed ?? '', /^scrypt\$10\$/)
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: null }))
  assert.equal(state.hash, renewed)
})

test('an agent who is removed while the password is verified gets no sign-in', async () => {
  const { signedIn, kept } = await given({
    duringVerification: (state) => Object.assign(state, { isThere: false }),
  })
  assert.equal(await signedIn.signIn(systemOrigin, { login: ada, password, address: '192.0.2.1' }), undefined)
  assert.equal(kept.size, 0)
})

test('a sign-in lasts for 12 hours, or until it is ended', async () => {
  const { signedIn, clock } = await given()
  const [first, second] = [
    await signedIn.signIn(systemOrigin, { login: ada, password, address: null }),
    await signedIn.signIn(systemOrigin, { login: ada, password, address: null }),
  ]
  assert.ok(first && second)
  await signedIn.end(systemOrigin, second.secret)
  await signedIn.end(systemOrigin, undefined)
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
