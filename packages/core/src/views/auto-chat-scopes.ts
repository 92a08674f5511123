import type { AutoChatScopes, UrlFilter } from '../model/auto-chat-scopes.js'
import { propertyFiltersView } from './property-filters.js'

/** Returns an entry of `auto_chat_scopes_config`: the rules as they were requested, as a list of match objects. */
export function autoChatScopesView({ id, description, groups, rules }: AutoChatScopes) {
  const { chatProperties, customerUrl } = rules
  return {
    id,
    ...(description !== null && { description }),
    scopes: { groups: [...groups] },
    rules: {
      ...(chatProperties.length > 0 && { chat_properties: propertyFiltersView(chatProperties) }),
      ...(customerUrl !== null && { customer_url: urlFilterView(customerUrl) }),
    },
  }
}

function urlFilterView({ type, values }: UrlFilter) {
  const shown = values.map(({ value, isExact }) => ({ value, exact_match: isExact }))
  return type === 'values' ? { values: shown } : { exclude_values: shown }
}
