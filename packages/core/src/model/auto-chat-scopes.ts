import type { PropertyFilter } from './property-filter.js'

/**
 * A condition on the address of the page that a customer is on. `values` is met when one of the values matches,
 * `exclude_values` when none does, or when the page is not known.
 */
export interface UrlFilter {
  readonly type: 'values' | 'exclude_values'
  readonly values: readonly {
    readonly value: string
    /** Whether the whole address has to equal the value; `false` when a part of it is enough. */
    readonly isExact: boolean
  }[]
}

/**
 * Automatic chat scopes: a new chat gets these groups when it meets the rules (spec chat.md "add_auto_chat_scopes").
 */
export interface AutoChatScopes {
  readonly id: string
  readonly description: string | null
  readonly groups: readonly number[]
  /** A chat has to meet both rules. */
  readonly rules: {
    /** Conditions on the properties of the chat; empty when they do not matter. */
    readonly chatProperties: readonly PropertyFilter[]
    /** Condition on the customer's page; `null` when it does not matter. */
    readonly customerUrl: UrlFilter | null
  }
}
