/** Kind of a user (spec configuration.md "Property configuration"). */
export type UserKind = 'agent' | 'customer'
