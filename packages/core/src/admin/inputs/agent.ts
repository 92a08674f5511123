import { Type } from 'typebox'
import { boundedArray, boundedString, formKeyword } from '../../contract/limits.js'
import type { GroupMembership, Permission } from '../../model/agent.js'
import { type PageInput, pageProperties } from './page.js'
import { createSchema, id, licenseId, name, nullable } from './schema.js'

/** Fields of a new agent. */
export interface CreateAgentInput {
  readonly licenseId: number
  /** Becomes the agent's id, in lower case. Usually an e-mail address. Customers see it (decisions §1.2). */
  readonly login: string
  readonly name: string
  /** Your own id of the agent, unique within the license. No API shows it. Default: none. */
  readonly externalId?: string
  /** Shown to agents. Default: the login, where that is an e-mail address. */
  readonly email?: string
  /**
   * Password for the sign-in page, 8 to 1,024 characters. Default: none; only the option `signIn` and tokens of the
   * host let the agent in.
   */
  readonly password?: string
  /** Address of a picture. */
  readonly avatar?: string
  /** Administrators see every chat and may have every scope. Default: `normal`. */
  readonly permission?: Permission
  /** Maximum number of chats that routing assigns to the agent at the same time. Default: 6. */
  readonly maxChatsCount?: number
  /**
   * Groups whose chats the agent sees and is assigned, each with a priority (decisions §5.2, §7). Every agent is in
   * group 0, with priority `normal` unless it is listed here. Default: no other group.
   */
  readonly groups?: readonly GroupMembership[]
}

/** The fields of an agent to change. Fields that are left out stay as they are. */
export interface UpdateAgentInput {
  readonly name?: string
  /** Your own id of the agent, unique within the license; `null` for none. */
  readonly externalId?: string | null
  /** Shown to agents; `null` for the login, where that is an e-mail address. */
  readonly email?: string | null
  /** Address of a picture; `null` for none. */
  readonly avatar?: string | null
  /** Administrators see every chat and may have every scope. */
  readonly permission?: Permission
  /** Lowering it does not take chats away: the agent keeps the current ones and receives no new ones. */
  readonly maxChatsCount?: number
  /** All of the agent's groups, in place of the present ones. */
  readonly groups?: readonly GroupMembership[]
}

/** License whose agents are listed, and the page. */
export interface ListAgentsInput extends PageInput {
  readonly licenseId: number
}

/** Agent whose devices are listed, and the page. */
export interface ListDevicesInput extends PageInput {
  readonly agentId: string
}

const login = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: '^\\S+$',
  [formKeyword]: 'text without white space',
})
const email = boundedString('nameLength')
const avatar = boundedString('urlLength')
const permission = Type.Optional(Type.Union([Type.Literal('normal'), Type.Literal('administrator')]))
const maxChatsCount = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }))
const membership = createSchema<GroupMembership>()({
  id: Type.Integer({ minimum: 0 }),
  priority: Type.Enum(['first', 'normal', 'last']),
})
const groups = Type.Optional(Type.Immutable(boundedArray(membership, 'scopeGroupCount')))

export const createAgent = createSchema<CreateAgentInput>()({
  licenseId,
  login,
  name,
  externalId: Type.Optional(id),
  email: Type.Optional(email),
  password: Type.Optional(Type.String()),
  avatar: Type.Optional(avatar),
  permission,
  maxChatsCount,
  groups,
})

export const updateAgent = createSchema<UpdateAgentInput>()({
  name: Type.Optional(name),
  externalId: Type.Optional(nullable(id)),
  email: Type.Optional(nullable(email)),
  avatar: Type.Optional(nullable(avatar)),
  permission,
  maxChatsCount,
  groups,
})

export const listAgents = createSchema<ListAgentsInput>()({ licenseId, ...pageProperties })
export const listDevices = createSchema<ListDevicesInput>()({ agentId: Type.String(), ...pageProperties })
