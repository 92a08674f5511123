import type { PropertyValue } from './property.js'

/**
 * A condition on one property (spec chat.md "get_archives", `filters.properties`), already compared with the property's
 * definition. Of several filters all have to match.
 */
export type PropertyFilter = {
  readonly namespace: string
  readonly name: string
} & (
  | { readonly type: 'exists'; readonly exists: boolean }
  | {
      /**
       * `values` is met when one of the values matches, `exclude_values` when none does, or the property is not set.
       */
      readonly type: 'values' | 'exclude_values'
      readonly values: readonly PropertyValue[]
      /**
       * With `value` a value has to be equal, type included. With `words` the text has to contain all words of a value
       * (decisions §8.4).
       */
      readonly matchedBy: 'value' | 'words'
    }
)
