/** Pairs of token scopes that allow the same for all chats, or for the caller's own chats. */
export const readScopes = ['chats--all:read', 'chats--my:read'] as const
export const conversationScopes = ['chats.conversation--all:write', 'chats.conversation--my:write'] as const
export const metaScopes = ['chats.meta--all:write', 'chats.meta--my:write'] as const
