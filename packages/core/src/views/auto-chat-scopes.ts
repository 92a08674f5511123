import type { AutoChatScopes, UrlFilter } from '../ports/stores/configuration.js'
import type { PropertyFilter } from '../ports/stores/property-filters.js'

/** An entry of `auto_chat_scopes_config`: as it was asked for, one match object after the other. */
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

function propertyFiltersView(filters: readonly PropertyFilter[]) {
  const shown: Record<string, Record<string, ReturnType<typeof propertyFilterView>>> = {}
  for (const filter of filters) {
    shown[filter.namespace] = { ...shown[filter.namespace], [filter.name]: propertyFilterView(filter) }
  }
  return shown
}

function propertyFilterView(filter: PropertyFilter) {
  switch (filter.type) {
    case 'exists':
      return { exists: filter.exists }
    case 'values':
      return { values: [...filter.values] }
    case 'exclude_values':
      return { exclude_values: [...filter.values] }
  }
}

function urlFilterView({ type, values }: UrlFilter) {
  const shown = values.map(({ value, isExact }) => ({ value, exact_match: isExact }))
  return type === 'values' ? { values: shown } : { exclude_values: shown }
}
