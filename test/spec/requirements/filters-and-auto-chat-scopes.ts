import { section } from '../requirement.js'

export const filtersAndAutoChatScopesRequirements = [
  section('chat.md "Agent API actions", filters by properties', {
    'chat.agent.get_filtered_chats.request.filters.properties': '<namespace>.<name>.<filter_type>, optional.',
    'chat.agent.get_archives.request.filters.properties': '<namespace>.<name>.<filter_type>, optional.',
    'chat.filter.exists': 'A boolean.',
    'chat.filter.values': 'An array of values.',
    'chat.filter.exclude_values': 'An array of values.',
    'chat.filter.one_per_property': 'One filter type for each property.',
  }),
  section('chat.md "Agent API actions", add_auto_chat_scopes', {
    'chat.agent.add_auto_chat_scopes': 'Adds automatic chat scopes.',
    'chat.agent.add_auto_chat_scopes.permission.auto_chat_scopes:write': 'Is needed.',
    'chat.agent.add_auto_chat_scopes.request.rules.chat_properties':
      '<namespace>.<name>.<filter_type>: exists, values or exclude_values, one for each property.',
    'chat.agent.add_auto_chat_scopes.request.rules.customer_url': 'values or exclude_values, one of them.',
    'chat.agent.add_auto_chat_scopes.request.rules.customer_url.exact_match':
      'When false, the value matches a part of the customer’s URL.',
  }),
  section('chat.md "Agent API actions", remove_auto_chat_scopes', {
    'chat.agent.remove_auto_chat_scopes': 'Removes automatic chat scopes; no response.',
    'chat.agent.remove_auto_chat_scopes.permission.auto_chat_scopes:write': 'Is needed.',
  }),
  section('chat.md "Agent API actions", get_auto_chat_scopes_config', {
    'chat.agent.get_auto_chat_scopes_config': 'Lists automatic chat scopes; takes no payload.',
    'chat.agent.get_auto_chat_scopes_config.permission.auto_chat_scopes:read': 'Is needed.',
  }),
  section('decisions §6.22', {
    'decisions.6.22.new_chats': 'They are for new chats alone, those of agents too.',
    'decisions.6.22.every_rule': 'A chat gets the groups of every rule that it meets, beside its own.',
    'decisions.6.22.hundred': 'Beyond 100 groups those of the newest rules are left out.',
    'decisions.6.22.both':
      'In a rule chat_properties and customer_url both have to match, and one is needed.',
    'decisions.6.22.groups': 'scopes names at least one group.',
    'decisions.6.22.url': 'That of the last page of the visit; without one only exclude_values matches.',
  }),
  section('decisions §8.4', {
    'decisions.8.4.words': 'A tokenized_string matches when all words occur, in any case.',
  }),
  section('decisions §8.10', {
    'decisions.8.10.type': 'Values have the type of the property; an empty list matches nothing.',
    'decisions.8.10.unknown': 'What is not configured, or has no place there, is validation.',
    'decisions.8.10.access': 'What an agent may not read there is authorization.',
    'decisions.8.10.string': 'A string matches as a whole, in its case.',
  }),
  section('decisions §13, auto chat scopes', {
    'decisions.13.auto_chat_scopes': '200 auto chat scopes a license.',
  }),
  section('decisions §15, filters', {
    'decisions.15.archives.properties': 'Those of archives are looked for in the thread, then in the chat.',
    'decisions.15.exclude_values': 'exclude_values matches where the property is absent.',
    'decisions.15.other_license.auto_chat_scopes': 'Those of another license do not exist.',
  }),
  section('decisions §16.8, order', {
    'decisions.16.8.sort_order':
      'get_filtered_chats of agent v0.4 takes sort_order, asc or desc by activity.',
    'decisions.16.8.waiting': 'Or waiting: only chats that wait, the longest-waiting first.',
    'decisions.16.8.routing': 'It takes filters.routing, waiting, assigned or any.',
    'decisions.16.8.queue': 'Who asks so is shown queue, position and wait_seconds, of each chat that waits.',
    'decisions.16.8.nobody_else': 'Who does not ask sees no queue, and v0.3 takes neither.',
    'decisions.16.8.contradiction': 'To ask for the assigned by waiting is validation.',
    'decisions.16.8.other_list': 'A next_page_id with another order or other filters is validation.',
    'decisions.16.8.once': 'What does not move during a walk is seen once.',
    'decisions.16.8.by_waiting':
      'By waiting no chat that waits all the while is missed or seen twice, whatever happens in it.',
  }),
] as const
