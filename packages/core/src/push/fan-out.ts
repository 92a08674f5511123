import type { SteadyClock } from '../clock/steady-clock.js'
import { mayRead, mayReadAsNonMember, mayReadByGroups } from '../domain/access.js'
import type { FileUrls } from '../domain/file-urls.js'
import { includesGroups } from '../domain/multicast.js'
import type { AgentPrincipal } from '../domain/principal.js'
import type { PropertyCatalog } from '../domain/properties.js'
import type { ChatCommit } from '../facts/fact-batch.js'
import type { Clock } from '../ports/clock.js'
import type { Audience } from './audience.js'
import { EncodedPush, type PushContent, withRequestId, withSequence } from './encoded-push.js'
import type { PushTarget } from './push-target.js'
import { PushTargets } from './push-targets.js'
import type { RequestOrigin } from './request-origin.js'
import type { TextFrame } from './text-frame.js'

type ChatAudience = Extract<Audience, { kind: 'chat' }>
type NewReaderAudience = Extract<Audience, { kind: 'new reader' }>
type RecipientsAudience = Extract<Audience, { kind: 'recipients' }>

/** Cost of writing to a socket, as a number of bytes. */
const minBytesPerReceiver = 1_024
/** Minimum number of receivers to charge for: a caller must not flood a few connections just because they are few. */
const minReceiverCount = 16

export interface FanOutDependencies {
  readonly targets: PushTargets
  readonly catalogOf: (licenseId: number) => PropertyCatalog
  readonly files: FileUrls
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  /** Called when a push to one connection fails. The other connections still receive it. */
  readonly failed: (licenseId: number, cause: unknown) => void
}

/**
 * Sends pushes to the connections of this node. It decides who receives a push and in which version, and encodes it
 * once for each version.
 */
export class FanOut {
  readonly #dependencies: FanOutDependencies
  readonly #targets: PushTargets
  #receiverCount = 0
  #chargedBytes = 0
  #commit: ChatCommit | null = null
  /** Frames with the current sequence, by the frame without it. */
  readonly #sequenced = new Map<TextFrame, TextFrame>()

  constructor(dependencies: FanOutDependencies) {
    this.#dependencies = dependencies
    this.#targets = dependencies.targets
  }

  /**
   * Delivers a push and returns its cost, which is charged to the author (decisions §16.17): bytes times receivers,
   * with minimum values for both. `origin` is a connection of this node.
   */
  deliver(
    audience: Audience,
    content: PushContent,
    origin: RequestOrigin | null,
    commit: ChatCommit | null = null,
  ): number {
    const { catalogOf, clock, steady, files } = this.#dependencies
    const times = { now: clock.now(), steadyNow: steady.now() }
    const push = new EncodedPush(content, catalogOf(licenseOf(audience)), files, times)
    this.#chargedBytes = 0
    this.#receiverCount = 0
    this.#commit = commit
    if (this.#sequenced.size > 0) this.#sequenced.clear()
    this.#deliverTo(audience, push, origin)
    const count = this.#receiverCount
    const missing = count === 0 ? 1 : Math.max(1, minReceiverCount / count)
    return this.#chargedBytes * missing
  }

  /** Delivers a push only to the connection that made the request, if it belongs to the audience. */
  reply(audience: Audience, content: PushContent, origin: RequestOrigin): number {
    const targets = new PushTargets()
    targets.add(origin.target)
    return new FanOut({ ...this.#dependencies, targets }).deliver(audience, content, origin)
  }

  #deliverTo(audience: Audience, push: EncodedPush, origin: RequestOrigin | null): void {
    switch (audience.kind) {
      case 'chat':
        this.#toNamed(audience, push, origin)
        this.#toGroups(audience, push, origin)
        break
      case 'agents':
        for (const { caller, targets } of this.#targets.listAgentGroups(audience.licenseId)) {
          this.#send(push.getFrame(caller), targets, origin)
        }
        break
      case 'new reader':
        this.#toNewReader(audience, push, origin)
        break
      case 'recipients':
        this.#toRecipients(audience, push, origin)
    }
  }

  #toNewReader({ chat, agentId }: NewReaderAudience, push: EncodedPush, origin: RequestOrigin | null): void {
    for (const target of this.#targets.listByAgent(chat.licenseId, agentId)) {
      const { caller } = target
      const isNew = mayRead(caller.principal, chat) && !mayReadAsNonMember(caller.principal, chat)
      if (isNew) this.#sendTo(target, push.getFrame(caller), origin)
    }
  }

  /** Sends to each recipient once. Users who are not named are not looked up. */
  #toRecipients(
    { licenseId, recipients }: RecipientsAudience,
    push: EncodedPush,
    origin: RequestOrigin | null,
  ): void {
    const { areAllAgents, agentIds, groups, customerIds } = recipients
    if (areAllAgents || groups.length > 0) {
      for (const { caller, targets } of this.#targets.listAgentGroups(licenseId)) {
        if (includesGroups(recipients, caller.principal)) this.#send(push.getFrame(caller), targets, origin)
      }
    }
    for (const id of agentIds) {
      for (const target of this.#targets.listByAgent(licenseId, id)) {
        const { caller } = target
        if (caller.api !== 'agent' || includesGroups(recipients, caller.principal)) continue
        this.#sendTo(target, push.getFrame(caller), origin)
      }
    }
    for (const id of customerIds) {
      for (const target of this.#targets.listByCustomer(licenseId, id)) {
        this.#sendTo(target, push.getFrame(target.caller), origin)
      }
    }
  }

  /** Sends to customers of the chat, and to agents who can read it because it names them. */
  #toNamed(audience: ChatAudience, push: EncodedPush, origin: RequestOrigin | null): void {
    const { licenseId } = audience.chat
    const members = membersOf(audience)
    for (const id of members) {
      for (const target of this.#targets.listByCustomer(licenseId, id)) {
        this.#sendTo(target, push.getFrame(target.caller), origin)
      }
    }
    for (const id of withAgentsInScopes(audience, members)) {
      if (id === audience.exceptUserId) continue
      for (const target of this.#targets.listByAgent(licenseId, id)) {
        if (isReachedByName(target, audience)) this.#sendTo(target, push.getFrame(target.caller), origin)
      }
    }
  }

  /**
   * Sends to agents who can read the chat by their group, permission and scopes. This is decided and encoded once per
   * group of equal agents.
   */
  #toGroups(audience: ChatAudience, push: EncodedPush, origin: RequestOrigin | null): void {
    const { chat, exceptUserId } = audience
    const { licenseId } = chat
    const except = exceptUserId === null ? [] : this.#targets.listByAgent(licenseId, exceptUserId)
    for (const { caller, targets } of this.#targets.listAgentGroups(licenseId)) {
      if (!areReachedAsGroup(caller.principal, audience)) continue
      const others = except.length === 0 ? targets : [...targets].filter((target) => !except.includes(target))
      this.#send(push.getFrame(caller), others, origin)
    }
  }

  #send(frame: TextFrame | undefined, targets: Iterable<PushTarget>, origin: RequestOrigin | null): void {
    if (frame === undefined) return
    for (const target of targets) this.#sendTo(target, frame, origin)
  }

  #sendTo(target: PushTarget, frame: TextFrame | undefined, origin: RequestOrigin | null): void {
    if (frame === undefined) return
    const requestId = origin !== null && origin.target === target ? origin.requestId : undefined
    const shown = target.isSequenced ? this.#sequencedOf(frame) : frame
    try {
      target.push(requestId === undefined ? shown : withRequestId(shown, requestId), this.#commit)
    } catch (cause) {
      this.#dependencies.failed(target.caller.principal.licenseId, cause)
    }
    this.#receiverCount += 1
    this.#chargedBytes += Math.max(minBytesPerReceiver, frame.byteLength)
  }

  #sequencedOf(frame: TextFrame): TextFrame {
    if (this.#commit === null) return frame
    const known = this.#sequenced.get(frame)
    if (known !== undefined) return known
    const sequenced = withSequence(frame, this.#commit.sequence)
    this.#sequenced.set(frame, sequenced)
    return sequenced
  }
}

function licenseOf(audience: Audience): number {
  return 'chat' in audience ? audience.chat.licenseId : audience.licenseId
}

function membersOf({ chat, formerMemberIds }: ChatAudience): ReadonlySet<string> {
  const ids = new Set(formerMemberIds)
  for (const { id } of chat.members) ids.add(id)
  return ids
}

function withAgentsInScopes(
  { chat, formerScopes }: ChatAudience,
  members: ReadonlySet<string>,
): ReadonlySet<string> {
  const former = formerScopes === null ? [] : formerScopes.agents
  const { agents } = chat.scopes
  return agents.length + former.length === 0 ? members : new Set([...members, ...agents, ...former])
}

function areReachedAsGroup(agent: AgentPrincipal, { chat, formerScopes }: ChatAudience): boolean {
  if (mayReadByGroups(agent, chat)) return true
  return formerScopes !== null && mayReadByGroups(agent, { members: chat.members, scopes: formerScopes })
}

function isReachedByName({ caller }: PushTarget, audience: ChatAudience): boolean {
  if (caller.api !== 'agent' || areReachedAsGroup(caller.principal, audience)) return false
  const { principal } = caller
  const { chat, formerMemberIds, formerScopes } = audience
  if (formerMemberIds.includes(principal.id) || mayRead(principal, chat)) return true
  return formerScopes !== null && mayRead(principal, { members: chat.members, scopes: formerScopes })
}
