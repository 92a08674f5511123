import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { systemOrigin } from '../changes/origin.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { Passwords } from '../identity/passwords.js'
import { hashSecret } from '../identity/tokens.js'
import { SystemIds } from '../ids/system-ids.js'
import type { StorageTransaction } from '../ports/storage.js'
import { resolveSettings } from '../settings.js'
import type { AttemptLimiter } from './attempt-limiter.js'
import { PasswordSignIns } from './password-sign-ins.js'

const ada = 'ada@example.com'
const password = 'correct horse'

/** `duringVerification` runs between reading the password hash and creating the sign-in. */
async function given({
  duringVerification = async () => undefined,
  costLog2 = 10,
}: {
  duringVerification?: (tx: StorageTransaction) => Promise<unknown>
  /** Cost of the stored hash. The configured cost is 10. */
  costLog2?: number
} = {}) {
  const clock = new VirtualClock(0)
  const ids = new SystemIds(clock)
  const hash = await new Passwords(ids, costLog2).hash(password)
  const storage = await openStorage(async (tx) => {
    await tx.agents.insert(agent())
    await tx.agents.setPasswordHash(ada, hash)
  })
  const real = new Passwords(ids, 10)
  const passwords = scripted<Passwords>({
    hash: (typed) => real.hash(typed),
    isOutdated: (stored) => real.isOutdated(stored),
    async verify(typed, stored) {
      const isRight = await real.verify(typed, stored)
      await storage.transaction(duringVerification)
      return isRight
    },
  })
  const cleared: string[] = []
  const takenBack: string[] = []
  const counted: string[] = []
  const attempts = scripted<AttemptLimiter>({
    count: async (_, key) => void counted.push(key),
    takeBack: async (_, key) => void takenBack.push(key),
    clear: async (_, key) => void cleared.push(key),
  })
  const { read } = storage
  const settings = resolveSettings({ storage })
  const { changes } = changesOn(storage, clock)
  const signedIn = new PasswordSignIns({ read, changes, clock, ids, passwords, attempts, settings })
  const keptCount = () => read.signIns.countExpired(Number.MAX_SAFE_INTEGER, 10)
  return { signedIn, read, clock, keptCount, cleared, takenBack, counted }
}

test('the right password opens a sign-in, and only the hash of its secret is stored', async () => {
  const { signedIn, read, keptCount, cleared } = await given()
  const signIn = await signedIn.signIn(systemOrigin, { login: ada.toUpperCase(), password, address: null })
  assert.ok(signIn)
  const hash = hashSecret(signIn.secret)
  assert.deepEqual(await read.signIns.get(hash), { hash, agentId: ada, createdAt: 0, expiresAt: 43_200_000 })
  assert.equal(await keptCount(), 1)
  assert.equal((await signedIn.findAgent(signIn.secret))?.id, ada)
  assert.equal(cleared.length, 1)
})

test('removes a successful attempt from the count of its address, but no failed one', async () => {
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

test('a wrong password or an unknown account opens no sign-in and clears no count', async () => {
  const { signedIn, keptCount, cleared } = await given()
  assert.equal(
    await signedIn.signIn(systemOrigin, { login: ada, password: 'wrong', address: null }),
    undefined,
  )
  assert.equal(await signedIn.signIn(systemOrigin, { login: 'nobody', password, address: null }), undefined)
  assert.deepEqual([await keptCount(), cleared.length], [0, 0])
})

test('the counted keys do not reveal the typed login', async () => {
  const { signedIn, counted } = await given()
  await signedIn.signIn(systemOrigin, { login: 'secret', password: ada, address: '192.0.2.1' })
  assert.equal(counted.length, 2)
  assert.match(counted.join('\n'), /^sign-in address 192\.0\.2\.1\nsign-in account [0-9a-f]{16}$/)
})

test('counts an impossible login only for its address', async () => {
  const { signedIn, counted } = await given()
  for (const typed of ['', password, `${ada} ${ada}`, 'a'.repeat(257)])
    assert.equal(
      await signedIn.signIn(systemOrigin, { login: typed, password, address: '192.0.2.1' }),
      undefined,
    )
  assert.deepEqual(new Set(counted), new Set(['sign-in address 192.0.2.1']))
})

test('accepts a login with surrounding white space', async () => {
  const { signedIn, cleared } = await given()
  for (const login of [`${ada} `, ` ${ada}`, `\t${ada.toUpperCase()}\u00a0`]) {
    const signIn = await signedIn.signIn(systemOrigin, { login, password, address: '192.0.2.1' })
    assert.equal(signIn?.agent.id, ada)
  }
  assert.equal(cleared.length, 3)
})

test('opens no sign-in when the password is changed during the verification', async () => {
  const another = await new Passwords(new SystemIds(new VirtualClock(0)), 10).hash('another')
  const { signedIn, keptCount, cleared } = await given({
    duringVerification: (tx) => tx.agents.setPasswordHash(ada, another),
  })
  assert.equal(await signedIn.signIn(systemOrigin, { login: ada, password, address: '192.0.2.1' }), undefined)
  assert.deepEqual([await keptCount(), cleared.length], [0, 0])
})

test('opens a sign-in when the hash is replaced by one of the same password meanwhile', async () => {
  const again = await new Passwords(new SystemIds(new VirtualClock(0)), 10).hash(password)
  const { signedIn, keptCount } = await given({
    duringVerification: (tx) => tx.agents.setPasswordHash(ada, again),
  })
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: '192.0.2.1' }))
  assert.equal(await keptCount(), 1)
})

test('replaces a hash of another cost by one of the configured cost, once', async () => {
  const { signedIn, read } = await given({ costLog2: 11 })
  const outdated = await read.agents.getPasswordHash(ada)
  assert.equal(
    await signedIn.signIn(systemOrigin, { login: ada, password: 'wrong', address: null }),
    undefined,
  )
  assert.equal(await read.agents.getPasswordHash(ada), outdated)
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: null }))
  const renewed = await read.agents.getPasswordHash(ada)
  assert.match(renewed ?? '', /^scrypt\$10\$/)
  assert.ok(await signedIn.signIn(systemOrigin, { login: ada, password, address: null }))
  assert.equal(await read.agents.getPasswordHash(ada), renewed)
})

test('opens no sign-in when the agent is removed during the verification', async () => {
  const { signedIn, keptCount } = await given({
    duringVerification: (tx) => tx.agents.remove(ada, 0),
  })
  assert.equal(await signedIn.signIn(systemOrigin, { login: ada, password, address: '192.0.2.1' }), undefined)
  assert.equal(await keptCount(), 0)
})

test('a sign-in lasts for 12 hours or until it is ended', async () => {
  const { signedIn, clock } = await given()
  const [first, second] = [
    await signedIn.signIn(systemOrigin, { login: ada, password, address: null }),
    await signedIn.signIn(systemOrigin, { login: ada, password, address: null }),
  ]
  assert.ok(first && second)
  await signedIn.end(systemOrigin, second.secret)
  await signedIn.end(systemOrigin, undefined)
  assert.equal(await signedIn.findAgent(second.secret), undefined)
  clock.advance(43_200_000 - 1)
  assert.ok(await signedIn.findAgent(first.secret))
  clock.advance(1)
  assert.equal(await signedIn.findAgent(first.secret), undefined)
})

test('findAgent finds no agent without a secret or with an unknown one', async () => {
  const { signedIn } = await given()
  assert.equal(await signedIn.findAgent(undefined), undefined)
  assert.equal(await signedIn.findAgent('unknown'), undefined)
})

test('tries at most three times when the hash is replaced meanwhile', async () => {
  for (const [changeCount, isSignedIn] of [
    [2, true],
    [3, false],
  ] as const) {
    const passwords = new Passwords(new SystemIds(new VirtualClock(0)), 10)
    const hashes = await Promise.all(Array.from({ length: changeCount }, () => passwords.hash(password)))
    const { signedIn } = await given({
      duringVerification: async (tx) => {
        const hash = hashes.pop()
        if (hash !== undefined) await tx.agents.setPasswordHash(ada, hash)
      },
    })
    const signIn = await signedIn.signIn(systemOrigin, { login: ada, password, address: null })
    assert.equal(signIn !== undefined, isSignedIn, `${changeCount} changes`)
  }
})
