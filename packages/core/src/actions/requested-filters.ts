import {
  type FilteredProperties,
  type RequestedPropertyFilters,
  toPropertyFilters,
} from '../domain/property-filters.js'
import type { PropertyFilter } from '../model/property-filter.js'
import type { ChatContext } from './access.js'

/** Returns the property filters that an agent requested, after checking them against the license's configuration. */
export function requestedFilters(
  { eventRules, settings }: ChatContext,
  requested: RequestedPropertyFilters | undefined,
  at: Omit<FilteredProperties, 'by'>,
): readonly PropertyFilter[] {
  const { propertyFilterCount, propertyFilterTermCount } = settings.limits
  const rules = { catalog: eventRules.catalog, propertyFilterCount, propertyFilterTermCount }
  return toPropertyFilters(requested, Object.assign({ by: 'agent' } as const, at), rules)
}
