import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import type { Outcome } from '../changes/outcome.js'
import { getNetwork } from '../domain/addresses.js'
import { normalizeAgentId } from '../domain/agents.js'
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
/**
 * Maximum number of attempts to open a sign-in. Another sign-in of the agent may replace an outdated hash meanwhile,
 * which costs one attempt.
 */
const maxTryCount = 3
const maxLoginLength = 256
const accountKeyDigits = 16
const description = 'Too many attempts. Please try again later.'

/** Manages the sign-ins that the password page starts (decisions §4.5, §4.6). */
export class PasswordSignIns {
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

  /**
   * Returns the agent of a sign-in, or `undefined` when the sign-in is unknown or expired, or its agent was removed.
   */
  async findAgent(secret: string | undefined): Promise<Agent | undefined> {
    if (secret === undefined) return undefined
    const signIn = await this.#read.signIns.get(hashSecret(secret))
    if (signIn === undefined || signIn.expiresAt <= this.#clock.now()) return undefined
    return this.#read.agents.get(signIn.agentId)
  }

  /**
   * Signs an agent in. Resolves with `undefined` for a wrong login or password, without revealing which. An attempt is
   * counted before the password is verified, so that concurrent attempts are all counted. A successful attempt is
   * removed from the count of its address, but earlier failures stay: otherwise the owner of one account could keep
   * guessing the passwords of others.
   */
  async signIn(origin: Origin, { login, password, address }: SignInAttempt): Promise<NewSignIn | undefined> {
    const agentId = normalizeAgentId(login)
    const { signInsPerAccount, signInsPerAddress } = this.#settings.limits
    const rule = { windowMs, code: 'too_many_requests', description } as const
    const byAddress = address === null ? undefined : `sign-in address ${getNetwork(address)}`
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

  /** Ends the sign-in of this browser. Sign-ins of the agent in other browsers stay. */
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

  /**
   * Creates the sign-in. Resolves with `undefined` when the password was changed or the agent was removed during the
   * verification.
   */
  #open(
    origin: Origin,
    agentId: string,
    hashes: { readonly verified: string; readonly next: string },
  ): Promise<NewSignIn | undefined> {
    const secret = Buffer.from(this.#ids.randomBytes(secretBytes)).toString('base64url')
    const createdAt = this.#clock.now()
    const expiresAt = createdAt + this.#settings.lifetimes.signInSeconds * 1_000
    return this.#changes.commit(origin, createdAt, [], async (tx) => {
      // Runs first, even when the hash does not change: a concurrent password change then waits, and ends this sign-in
      // too.
      const { verified, next } = hashes
      if (!(await tx.agents.replacePasswordHash(agentId, verified, next))) return noSignIn
      const agent = await tx.agents.get(agentId)
      if (agent === undefined) return noSignIn
      await tx.signIns.insert({ hash: hashSecret(secret), agentId, createdAt, expiresAt })
      return { response: { agent, secret }, facts: [] }
    })
  }
}

const noSignIn: Outcome<undefined> = { response: undefined, facts: [] }

/** Login and password that a browser sent, with its address. */
export interface SignInAttempt {
  readonly login: string
  readonly password: string
  readonly address: string | null
}

/** A sign-in that has just begun. */
export interface NewSignIn {
  readonly agent: Agent
  /** Secret for the cookie. Only its hash is stored. */
  readonly secret: string
}

/**
 * Returns whether the host could have created an agent with this id. Any other login belongs to no agent, and may be a
 * password that was typed into the wrong field.
 */
function isPossibleLogin(agentId: string): boolean {
  return /^\S+$/.test(agentId) && [...agentId].length <= maxLoginLength
}

/**
 * Returns the key under which attempts of an account are counted for about an hour. It contains 64 bits of a hash:
 * enough to tell accounts apart, too few to prove what was typed. The hash has no salt, so a guess can still be
 * checked.
 */
function accountKey(agentId: string): string {
  return `sign-in account ${hashSecret(agentId).slice(0, accountKeyDigits)}`
}
