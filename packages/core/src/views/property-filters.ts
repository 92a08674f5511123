import type { PropertyFilter } from '../model/property-filter.js'

/** Returns property filters as they were requested, by namespace and name. */
export function propertyFiltersView(filters: readonly PropertyFilter[]) {
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
