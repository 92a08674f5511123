import type { PropertyValue } from './property.js'

/**
 * A condition on one property (spec chat.md "get_archives", `filters.properties`), as plain data that was held against the
 * property's definition. What several filters let pass is what each of them does.
 */
export type PropertyFilter = {
  readonly namespace: string
  readonly name: string
} & (
  | { readonly type: 'exists'; readonly exists: boolean }
  | {
      /** `values`: one of them matches; `exclude_values`: none does, which is so too where there is no such property. */
      readonly type: 'values' | 'exclude_values'
      readonly values: readonly PropertyValue[]
      /** One of them matches what equals it, type and all; `words`: a text with all of its words (decisions §8.4). */
      readonly matchedBy: 'value' | 'words'
    }
)
