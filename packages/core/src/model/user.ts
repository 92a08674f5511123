/** Who takes part in chats (spec configuration.md "Property configuration"). */
export type UserKind = 'agent' | 'customer'
