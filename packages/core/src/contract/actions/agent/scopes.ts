/** The scopes that allow the same of every chat, or of one's own. */
export const readScopes = ['chats--all:read', 'chats--my:read'] as const
export const conversationScopes = ['chats.conversation--all:write', 'chats.conversation--my:write'] as const
export const metaScopes = ['chats.meta--all:write', 'chats.meta--my:write'] as const
