import type { PropertyDefinition } from '../model/property.js'

type Access = NonNullable<PropertyDefinition['locations']['chat']>

/** Returns property definitions by namespace and name. */
export function propertyConfigsView(
  namespaces: Iterable<readonly [namespace: string, named: ReadonlyMap<string, PropertyDefinition>]>,
) {
  const shown = [...namespaces].map(([namespace, named]) => {
    const configs = [...named].map(([name, definition]) => [name, propertyConfigView(definition)] as const)
    return [namespace, Object.fromEntries(configs)] as const
  })
  return Object.fromEntries(shown)
}

function propertyConfigView({ type, description, locations, domain, range }: PropertyDefinition) {
  const { chat, thread, event } = locations
  return {
    type,
    ...(description !== undefined && { description }),
    locations: {
      ...(chat && { chat: locationView(chat) }),
      ...(thread && { thread: locationView(thread) }),
      ...(event && { event: locationView(event) }),
    },
    ...(domain && { domain: [...domain] }),
    ...(range && {
      range: {
        ...(range.from !== undefined && { from: range.from }),
        ...(range.to !== undefined && { to: range.to }),
      },
    }),
  }
}

function locationView({ agent, customer }: Access) {
  return {
    access: {
      ...(agent && { agent: { read: agent.read, write: agent.write } }),
      ...(customer && { customer: { read: customer.read, write: customer.write } }),
    },
  }
}
