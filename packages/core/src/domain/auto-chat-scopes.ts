import { invalidField } from '../errors.js'
import type { AutoChatScopes, UrlFilter } from '../model/auto-chat-scopes.js'
import type { Properties } from '../model/property.js'
import type { PropertyFilter } from '../model/property-filter.js'
import { propertyMatcher } from './property-filters.js'
import { sharedWords, type WordsOf } from './property-words.js'
import type { Steps } from './steps.js'

interface RequestedUrlMatch {
  readonly value: string
  readonly exact_match?: boolean
}

/** A URL filter as a request carries it: exactly one of the two lists. */
export interface RequestedUrlFilter {
  readonly values?: readonly RequestedUrlMatch[]
  readonly exclude_values?: readonly RequestedUrlMatch[]
}

/**
 * Turns the requested URL filter into a stored one; `null` when the request has none. Throws a `validation` error
 * unless exactly one of the two filter types is given.
 */
export function toUrlFilter(requested: RequestedUrlFilter | undefined, path: string): UrlFilter | null {
  if (requested === undefined) return null
  const { values, exclude_values } = requested
  if ((values === undefined) === (exclude_values === undefined)) {
    const rule = values === undefined ? 'required' : 'conflicts_with'
    throw invalidField({ path, rule }, 'must have one of values and exclude_values')
  }
  const type = values === undefined ? 'exclude_values' : 'values'
  const listed = values ?? exclude_values ?? []
  return { type, values: listed.map(({ value, exact_match = false }) => ({ value, isExact: exact_match })) }
}

/**
 * Combines the conditions of a rule. Throws a `validation` error when there is none, because the rule would then move
 * every new chat to its groups and hide it from all other agents.
 */
export function toRules(
  chatProperties: readonly PropertyFilter[],
  customerUrl: UrlFilter | null,
  path: string,
): AutoChatScopes['rules'] {
  if (chatProperties.length === 0 && customerUrl === null)
    throw invalidField({ path, rule: 'required' }, 'must have a rule')
  return { chatProperties, customerUrl }
}

/** The parts of a newly started chat that rules look at. */
export interface NewChatDetails {
  readonly properties: Properties
  /** URL of the page that the customer is on; `undefined` when there is none or it is not known. */
  readonly customerUrl: string | undefined
}

/** A configured rule, prepared for matching new chats. */
export interface AutoChatScopesRule {
  readonly configured: AutoChatScopes
  readonly matches: (chat: NewChatDetails, wordsOf?: WordsOf) => boolean
}

/** Prepares a configured rule for matching new chats. */
export function toAutoChatScopesRule(configured: AutoChatScopes): AutoChatScopesRule {
  const hasProperties = propertyMatcher(configured.rules.chatProperties)
  const isThere = urlMatcher(configured.rules.customerUrl)
  return {
    configured,
    matches: (chat, wordsOf) => hasProperties(chat.properties, wordsOf) && isThere(chat.customerUrl),
  }
}

function urlMatcher(filter: UrlFilter | null): (url: string | undefined) => boolean {
  if (filter === null) return () => true
  const isWanted = filter.type === 'values'
  const matches = (url: string) =>
    filter.values.some(({ value, isExact }) => (isExact ? url === value : url.includes(value)))
  return (url) => (url !== undefined && matches(url)) === isWanted
}

/**
 * Returns the groups of a new chat: the requested ones, then those of every matching rule, oldest rule first, up to
 * `maxCount` in all. Splits the words of a property once for all rules. Yields after each rule.
 */
export function* groupsOfNewChat(
  requested: readonly number[],
  rules: readonly AutoChatScopesRule[],
  chat: NewChatDetails,
  maxCount: number,
): Steps<readonly number[]> {
  const groups = new Set(requested)
  const wordsOf = sharedWords()
  for (const { configured, matches } of rules) {
    if (groups.size >= maxCount) break
    if (matches(chat, wordsOf)) {
      for (const group of configured.groups) if (groups.size < maxCount) groups.add(group)
    }
    yield
  }
  return [...groups]
}
