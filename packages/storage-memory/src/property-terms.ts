import type { TermFilter } from '@parley/core/storage'
import { threadKey } from './chat-rows.js'
import type { Tables } from './tables.js'

type Terms = ReadonlySet<string>
const none: Terms = new Set()

export function termsOfChat({ chatTerms }: Tables, chatId: string): Terms {
  return chatTerms.get(chatId) ?? none
}

export function termsOfThread({ threadTerms }: Tables, chatId: string, order: number): Terms {
  return threadTerms.get(threadKey(chatId, order)) ?? none
}

/** Returns whether the terms that each filter applies to pass all of the filters. */
export function passesFilters(
  filters: readonly TermFilter[],
  termsFor: (filter: TermFilter) => Terms,
): boolean {
  return filters.every((filter) => {
    const terms = termsFor(filter)
    const isMet = filter.alternatives.some((alternative) => alternative.every((term) => terms.has(term)))
    return isMet === filter.isWanted
  })
}
