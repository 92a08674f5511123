import { section } from '../requirement.js'

export const filtersAndAutoChatScopesRequirements = [
  section('chat.md "Agent API actions", filters by properties', {
    'chat.agent.get_filtered_chats.request.filters.properties': '<namespace>.<name>.<filter_type>, optional.',
    'chat.agent.get_archives.request.filters.properties': '<namespace>.<name>.<filter_type>, optional.',
    'chat.filter.exists': 'A boolean.',
    'chat.filter.values': 'An array of values.',
    'chat.filter.exclude_values': 'An array of values.',
    'chat.filter.one_per_property': 'Each property has one filter type.',
  }),
  section('chat.md "Agent API actions", add_auto_chat_scopes', {
    'chat.agent.add_auto_chat_scopes': 'Adds automatic chat scopes.',
    'chat.agent.add_auto_chat_scopes.permission.auto_chat_scopes:write': 'The scope is required.',
    'chat.agent.add_auto_chat_scopes.request.rules.chat_properties':
      '<namespace>.<name>.<filter_type>: exists, values or exclude_values, one for each property.',
    'chat.agent.add_auto_chat_scopes.request.rules.customer_url': 'Either values or exclude_values.',
    'chat.agent.add_auto_chat_scopes.request.rules.customer_url.exact_match':
      'When false, the value matches a part of the customer’s URL.',
  }),
  section('chat.md "Agent API actions", remove_auto_chat_scopes', {
    'chat.agent.remove_auto_chat_scopes': 'Removes automatic chat scopes; no response.',
    'chat.agent.remove_auto_chat_scopes.permission.auto_chat_scopes:write': 'The scope is required.',
  }),
  section('chat.md "Agent API actions", get_auto_chat_scopes_config', {
    'chat.agent.get_auto_chat_scopes_config': 'Lists automatic chat scopes; takes no payload.',
    'chat.agent.get_auto_chat_scopes_config.permission.auto_chat_scopes:read': 'The scope is required.',
  }),
  section('decisions §6.22', {
    'decisions.6.22.new_chats': 'The rules apply to new chats only, including those that agents start.',
    'decisions.6.22.every_rule':
      'A chat gets the groups of every rule that it matches, in addition to its own.',
    'decisions.6.22.hundred': 'Beyond 100 groups, those of the newest rules are left out.',
    'decisions.6.22.both':
      'When a rule has chat_properties and customer_url, both must match; one of them is required.',
    'decisions.6.22.groups': 'scopes must name at least one group.',
    'decisions.6.22.url':
      'The address is that of the last page of the visit; without a visit only exclude_values matches.',
  }),
  section('decisions §8.4', {
    'decisions.8.4.words': 'A tokenized_string matches when it contains all words, in any case.',
  }),
  section('decisions §8.10', {
    'decisions.8.10.type': 'Values must have the type of the property; an empty list matches nothing.',
    'decisions.8.10.unknown': 'A property that is not configured, or not allowed there, is validation.',
    'decisions.8.10.access': 'A property that an agent may not read there is authorization.',
    'decisions.8.10.string': 'A string matches as a whole, with the same case.',
  }),
  section('decisions §13, auto chat scopes', {
    'decisions.13.auto_chat_scopes': 'A license can have at most 200 automatic chat scopes.',
  }),
  section('decisions §15, filters', {
    'decisions.15.archives.properties':
      'Filters of archives check the properties of the thread, then those of the chat.',
    'decisions.15.exclude_values': 'exclude_values matches when the property is absent.',
    'decisions.15.other_license.auto_chat_scopes':
      'Automatic chat scopes of another license count as unknown.',
  }),
  section('decisions §16.8, order', {
    'decisions.16.8.sort_order':
      'get_filtered_chats of agent v0.4 takes sort_order: asc or desc by activity.',
    'decisions.16.8.waiting': 'sort_order can be waiting: only waiting chats, the longest-waiting first.',
    'decisions.16.8.routing': 'get_filtered_chats takes filters.routing: waiting, assigned or any.',
    'decisions.16.8.queue': 'Such lists show queue of each waiting chat, with position and wait_seconds.',
    'decisions.16.8.not_requested': 'Other lists show no queue, and v0.3 takes neither parameter.',
    'decisions.16.8.contradiction': 'The order waiting with assigned chats is validation.',
    'decisions.16.8.other_list': 'A next_page_id with another order or other filters is validation.',
    'decisions.16.8.once':
      'A chat that does not move is listed exactly once while a client pages through the list.',
    'decisions.16.8.by_waiting':
      'In the order waiting, a chat that waits all the time is neither missed nor repeated.',
  }),
] as const
