import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import type { Outcome } from '../changes/outcome.js'
import { networkOf } from '../domain/addresses.js'
import { agentIdOf } from '../domain/agents.js'
import type { Passwords } from '../identity/passwords.js'
import { hashSecret } from '../identity/tokens.js'
import type { Agent } from '../model/agent.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { AttemptLimiter } from './attempt-limiter.js'

const windowMs = 15 * 60_000
const secretBytes = 32
/** A hash that gives way to one of the present cost, by another sign-in of the agent, costs one more try. */
const maxTryCount = 3
const maxLoginLength = 256
const accountKeyDigits = 16
const description = 'Too many attempts. Please try again later.'

/** The sign-ins of the password page (decisions §4.5, §4.6). */
export class SignedIn {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #passwords: Passwords
  readonly #attempts: AttemptLimiter
  readonly #settings: Settings

  constructor(dependencies: {
    read: StorageReads
    changes: Changes
    clock: Clock
    ids: Ids
    passwords: Passwords
    attempts: AttemptLimiter
    settings: Settings
  }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#ids = dependencies.ids
    this.#passwords = dependencies.passwords
    this.#attempts = dependencies.attempts
    this.#settings = dependencies.settings
  }

  /** The agent of a sign-in; `undefined` when it is unknown, over, or its agent is gone. */
  async agentOf(secret: string | undefined): Promise<Agent | undefined> {
    if (secret === undefined) return undefined
    const signIn = await this.#read.signIns.get(hashSecret(secret))
    if (signIn === undefined || signIn.expiresAt <= this.#clock.now()) return undefined
    return this.#read.agents.get(signIn.agentId)
  }

  /**
   * `undefined` for a wrong login or password; which one is not told. An attempt is counted before the password is
   * looked at, so that none of many at once is overlooked. One that succeeds is taken back from its address, but no
   * other: who has an account of their own could otherwise go on guessing at those of others.
   */
  async signIn(origin: Origin, { login, password, address }: SignInAttempt): Promise<NewSignIn | undefined> {
    const agentId = agentIdOf(login)
    const { signInsPerAccount, signInsPerAddress } = this.#settings.limits
    const rule = { windowMs, code: 'too_many_requests', description } as const
    const byAddress = address === null ? undefined : `sign-in address ${networkOf(address)}`
    const byAccount = isPossibleLogin(agentId) ? accountKey(agentId) : undefined
    const now = this.#clock.now()
    if (byAddress !== undefined)
      await this.#attempts.count(origin, byAddress, { ...rule, max: signInsPerAddress }, now)
    if (byAccount !== undefined)
      await this.#attempts.count(origin, byAccount, { ...rule, max: signInsPerAccount })
    const signIn = await this.#authenticate(origin, byAccount === undefined ? undefined : agentId, password)
    if (signIn === undefined || byAccount === undefined) return undefined
    await this.#attempts.clear(origin, byAccount)
    if (byAddress !== undefined) await this.#attempts.takeBack(origin, byAddress, now)
    return signIn
  }

  /** Of this browser only. */
  async end(origin: Origin, secret: string | undefined): Promise<void> {
    if (secret === undefined) return
    await this.#changes.commit(origin, this.#clock.now(), [], async (tx) => {
      return { response: await tx.signIns.delete(hashSecret(secret)), facts: [] }
    })
  }

  async #authenticate(
    origin: Origin,
    agentId: string | undefined,
    password: string,
  ): Promise<NewSignIn | undefined> {
    for (let tryCount = 0; tryCount < maxTryCount; tryCount += 1) {
      const hash = agentId === undefined ? undefined : await this.#read.agents.getPasswordHash(agentId)
      const isRight = await this.#passwords.verify(password, hash)
      if (!isRight || agentId === undefined || typeof hash !== 'string') return undefined
      const newHash = this.#passwords.isOutdated(hash) ? await this.#passwords.hash(password) : hash
      const signIn = await this.#open(origin, agentId, { verified: hash, next: newHash })
      if (signIn !== undefined) return signIn
    }
    return undefined
  }

  /** `undefined` when the password was changed, or the agent removed, while it was verified, which takes its time. */
  #open(
    origin: Origin,
    agentId: string,
    hashes: { readonly verified: string; readonly next: string },
  ): Promise<NewSignIn | undefined> {
    const secret = Buffer.from(this.#ids.randomBytes(secretBytes)).toString('base64url')
    const createdAt = this.#clock.now()
    const expiresAt = createdAt + this.#settings.lifetimes.signInSeconds * 1_000
    return this.#changes.commit(origin, createdAt, [], async (tx) => {
      // First, and also when the hash stays the same: a password change then waits, and ends this sign-in too.
      const { verified, next } = hashes
      if (!(await tx.agents.replacePasswordHash(agentId, verified, next))) return nobody
      const agent = await tx.agents.get(agentId)
      if (agent === undefined) return nobody
      await tx.signIns.insert({ hash: hashSecret(secret), agentId, createdAt, expiresAt })
      return { response: { agent, secret }, facts: [] }
    })
  }
}

const nobody: Outcome<undefined> = { response: undefined, facts: [] }

export interface SignInAttempt {
  readonly login: string
  readonly password: string
  readonly address: string | null
}

export interface NewSignIn {
  readonly agent: Agent
  /** For the cookie; only its hash is stored. */
  readonly secret: string
}

/** As the host may create one. Anything else is nobody's, and may well be a password typed into the wrong field. */
function isPossibleLogin(agentId: string): boolean {
  return /^\S+$/.test(agentId) && [...agentId].length <= maxLoginLength
}

/**
 * What is kept, for about an hour, is 64 bits of a hash: enough to tell accounts apart, too few to prove what
 * somebody typed. It has no salt, so a guess at it can still be checked.
 */
function accountKey(agentId: string): string {
  return `sign-in account ${hashSecret(agentId).slice(0, accountKeyDigits)}`
}
