import type { PropertyFilter } from './property-filter.js'

/** Where a customer is: `values`, one of them matches; `exclude_values`, none does, which is so too of who is nowhere. */
export interface UrlFilter {
  readonly type: 'values' | 'exclude_values'
  readonly values: readonly {
    readonly value: string
    /** `false`: any part of the address may equal it. */
    readonly isExact: boolean
  }[]
}

/** Groups that a new chat is shown to where it meets the rules (spec chat.md "add_auto_chat_scopes"). */
export interface AutoChatScopes {
  readonly id: string
  readonly description: string | null
  readonly groups: readonly number[]
  /** Both have to be met. */
  readonly rules: {
    /** Of the chat; none: whatever they are. */
    readonly chatProperties: readonly PropertyFilter[]
    /** `null`: wherever the customer is. */
    readonly customerUrl: UrlFilter | null
  }
}
