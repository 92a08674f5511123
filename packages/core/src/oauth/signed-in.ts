import type { Passwords } from '../auth/passwords.js'
import { hashSecret } from '../auth/tokens.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Storage } from '../ports/storage.js'
import type { Agent } from '../ports/stores/agents.js'
import type { Settings } from '../settings.js'
import type { Attempts } from './attempts.js'

const windowMs = 15 * 60_000
const secretBytes = 32
const description = 'Too many attempts. Please try again later.'

/** The sign-in sessions of the password page (decisions §4.5, §4.6). */
export class SignedIn {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #passwords: Passwords
  readonly #attempts: Attempts
  readonly #settings: Settings

  constructor(parts: {
    storage: Storage
    clock: Clock
    ids: Ids
    passwords: Passwords
    attempts: Attempts
    settings: Settings
  }) {
    this.#storage = parts.storage
    this.#clock = parts.clock
    this.#ids = parts.ids
    this.#passwords = parts.passwords
    this.#attempts = parts.attempts
    this.#settings = parts.settings
  }

  /** The agent of a session; `undefined` when it is unknown, over, or its agent is gone. */
  async agentOf(secret: string | undefined): Promise<Agent | undefined> {
    if (secret === undefined) return undefined
    const signIn = await this.#storage.read.signIns.get(hashSecret(secret))
    if (signIn === undefined || signIn.expiresAt <= this.#clock.now()) return undefined
    return this.#storage.read.agents.get(signIn.agentId)
  }

  /** `undefined` for a wrong login or password; which one is not told. */
  async signIn(login: string, password: string, address: string | null): Promise<NewSession | undefined> {
    const agentId = login.toLowerCase()
    await this.#countAttempt(agentId, address)
    const hash = await this.#storage.read.agents.getPasswordHash(agentId)
    const isRight = await this.#passwords.verify(password, hash)
    const session = isRight ? await this.#open(agentId, hash) : undefined
    if (session !== undefined) await this.#attempts.clear(accountKey(agentId))
    return session
  }

  /** Of this browser only. */
  async end(secret: string | undefined): Promise<void> {
    if (secret === undefined) return
    await this.#storage.transaction((tx) => tx.signIns.delete(hashSecret(secret)))
  }

  /** `undefined` when the password was changed while it was being verified, which takes its time. */
  #open(agentId: string, verifiedHash: string | null | undefined): Promise<NewSession | undefined> {
    const secret = Buffer.from(this.#ids.randomBytes(secretBytes)).toString('base64url')
    const createdAt = this.#clock.now()
    const expiresAt = createdAt + this.#settings.lifetimes.signInSeconds * 1_000
    return this.#storage.transaction(async (tx) => {
      const agent = await tx.agents.get(agentId)
      const isSame = (await tx.agents.getPasswordHash(agentId)) === verifiedHash
      if (agent === undefined || !isSame) return undefined
      await tx.signIns.insert({ hash: hashSecret(secret), agentId, createdAt, expiresAt })
      return { agent, secret }
    })
  }

  async #countAttempt(agentId: string, address: string | null): Promise<void> {
    const { signInsPerAccount, signInsPerAddress } = this.#settings.limits
    const rule = { windowMs, code: 'too_many_requests', description } as const
    if (address !== null)
      await this.#attempts.count(`sign-in address ${address}`, { ...rule, max: signInsPerAddress })
    await this.#attempts.count(accountKey(agentId), { ...rule, max: signInsPerAccount })
  }
}

export interface NewSession {
  readonly agent: Agent
  /** For the cookie; only its hash is stored. */
  readonly secret: string
}

/** Hashed, so that what somebody typed into the wrong field is not kept. */
function accountKey(agentId: string): string {
  return `sign-in account ${hashSecret(agentId)}`
}
