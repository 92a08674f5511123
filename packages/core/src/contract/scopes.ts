interface ScopeEntry {
  readonly level: 'normal' | 'administrator'
  /** Meaning for developers, as in the specification. */
  readonly meaning: string
  /** Meaning for people on the consent page. It completes the sentence "the application can". */
  readonly plainWords: string
}

/** The token scopes (spec authorization.md "Scopes"), with level and meaning, and in plain words (decisions §4.4). */
export const scopes = {
  'chats--all:read': {
    level: 'normal',
    meaning: 'Read all license chats',
    plainWords: 'Read every chat that you can see',
  },
  'chats--my:read': {
    level: 'normal',
    meaning: 'Read chats the user belongs to',
    plainWords: 'Read the chats that you take part in',
  },
  'chats.conversation--all:write': {
    level: 'normal',
    meaning: 'Write conversation data of all license chats',
    plainWords: 'Join every chat that you can see, and write there in your name',
  },
  'chats.conversation--my:write': {
    level: 'normal',
    meaning: 'Write conversation data of own chats',
    plainWords: 'Write in your name in the chats that you take part in, and leave them',
  },
  'chats.meta--all:write': {
    level: 'administrator',
    meaning: 'Write meta data of all license chats',
    plainWords: 'Close every chat, and change who takes part and who can see it',
  },
  'chats.meta--my:write': {
    level: 'normal',
    meaning: 'Write meta data of own chats',
    plainWords: 'Close your own chats, and change who takes part and who can see them',
  },
  'multicast:write': {
    level: 'normal',
    meaning: 'Multicast data to agents or customers',
    plainWords: 'Send notices to other agents and to customers',
  },
  'customers.ban:write': {
    level: 'normal',
    meaning: 'Ban customers',
    plainWords: 'Block customers, so that they cannot chat for a while',
  },
  'customers.identity--manage': {
    level: 'administrator',
    meaning: 'Manage customer identities',
    plainWords: 'Add customers, and chat in the name of any customer',
  },
  'customers:read': {
    level: 'normal',
    meaning: 'Read customers',
    plainWords: 'See what is known about customers, such as names and e-mail addresses',
  },
  'customers:write': {
    level: 'normal',
    meaning: 'Write customers',
    plainWords: 'Change what is known about customers, such as names and e-mail addresses',
  },
  'agents--my:write': {
    level: 'normal',
    meaning: 'Write own profile configuration',
    plainWords: 'Change your profile, and whether you accept chats',
  },
  'agents--all:write': {
    level: 'administrator',
    meaning: 'Write all agent profiles configuration',
    plainWords: 'Change the profiles of all agents, and whether they accept chats',
  },
  'auto_chat_scopes:read': {
    level: 'administrator',
    meaning: 'Read auto chat scopes configuration',
    plainWords: 'See which teams are shown which new chats',
  },
  'auto_chat_scopes:write': {
    level: 'administrator',
    meaning: 'Write auto chat scopes configuration',
    plainWords: 'Choose which teams are shown which new chats',
  },
  'properties--my:read': {
    level: 'administrator',
    meaning: 'Read property configuration in own namespace',
    plainWords: 'See which details of its own it can add to chats',
  },
  'properties--my:write': {
    level: 'administrator',
    meaning: 'Write property configuration in own namespace',
    plainWords: 'Choose which details of its own it can add to chats',
  },
  'properties--all:read': {
    level: 'administrator',
    meaning: 'Read property configuration of the whole license',
    plainWords: 'See which details every application can add to chats',
  },
  'webhooks--my:read': {
    level: 'administrator',
    meaning: 'Read own webhooks',
    plainWords: 'See to which addresses it has copies of messages and other news of chats sent',
  },
  'webhooks--my:write': {
    level: 'administrator',
    meaning: 'Write own webhooks',
    plainWords: 'Have copies of messages and other news of all chats sent to addresses that it chooses',
  },
  'webhooks--all:read': {
    level: 'administrator',
    meaning: 'Read all webhooks of the license',
    plainWords: 'See to which addresses every application has news of chats sent',
  },
  'webhooks--all:write': {
    level: 'administrator',
    meaning: 'Write all webhooks of the license (delete only)',
    plainWords: 'Stop the sending of news of chats to other applications',
  },
  'agents-bot--my:read': {
    level: 'administrator',
    meaning: 'Read own bot agents',
    plainWords: 'See its own chat bots',
  },
  'agents-bot--my:write': {
    level: 'administrator',
    meaning: 'Write own bot agents',
    plainWords: 'Let chat bots of its own talk to customers',
  },
  'agents-bot--all:read': {
    level: 'administrator',
    meaning: 'Read all bot agents of the license',
    plainWords: 'See the chat bots of every application',
  },
  'agents-bot--all:write': {
    level: 'administrator',
    meaning: 'Write all bot agents of the license (delete only)',
    plainWords: 'Remove the chat bots of every application',
  },
} as const satisfies Readonly<Record<string, ScopeEntry>>

/** Name of a scope of an access token, such as `chats--all:read`. */
export type Scope = keyof typeof scopes
/** Permission that an agent needs to hold a scope. */
export type ScopeLevel = (typeof scopes)[Scope]['level']
