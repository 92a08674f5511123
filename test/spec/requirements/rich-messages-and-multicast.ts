import { section } from '../requirement.js'

export const richMessagesAndMulticastRequirements = [
  section('chat.md "Customer API actions", send_rich_message_postback', {
    'chat.customer.send_rich_message_postback': 'Sends the postback of a button; no response.',
    'chat.customer.send_rich_message_postback.push':
      'incoming_rich_message_postback, only for active threads.',
  }),
  section('chat.md "Agent API actions", multicast', {
    'chat.agent.multicast': 'Sends data to agents and customers; no response.',
    'chat.agent.multicast.permission.multicast:write': 'The scope is required.',
    'chat.agent.multicast.request.scopes': 'One of the four is required.',
    'chat.agent.multicast.request.scopes.agents.all': 'Reaches every agent.',
    'chat.agent.multicast.request.scopes.agents.ids': 'Reaches these agents.',
    'chat.agent.multicast.request.scopes.agents.groups': 'Reaches the agents of these groups.',
    'chat.agent.multicast.request.scopes.customers.ids': 'Reaches these customers.',
    'chat.agent.multicast.request.content': 'Any JSON, required.',
    'chat.agent.multicast.push': 'incoming_multicast.',
  }),
  section('chat.md "States and transitions", rich message button', {
    'chat.state.button.send_rich_message_postback': 'The user is recorded when toggled is true.',
  }),
  section('chat.md "Events", buttons that share a postback', {
    'chat.event.rich_message.shared_postback_id': 'A postback adds the user to all buttons with that id.',
  }),
  section('chat.md "Versioning", rich messages and multicast', {
    'chat.version.customer_v0.3.send_rich_message_postback': 'v0.3 has no send_rich_message_postback.',
    'chat.version.customer_v0.3.incoming_rich_message_postback':
      'v0.3 has no incoming_rich_message_postback.',
    'chat.version.customer_v0.3.incoming_multicast': 'v0.3 has no incoming_multicast.',
    'chat.version.agent_v0.3.send_broadcast': 'Agent v0.3 has send_broadcast instead of multicast.',
    'chat.version.agent_v0.3.incoming_broadcast':
      'Agent v0.3 has incoming_broadcast instead of incoming_multicast.',
  }),
  section('decisions §6.20', {
    'decisions.6.20.untoggled': 'A postback that is not toggled removes the customer again.',
    'decisions.6.20.unchanged': 'A postback that changes nothing succeeds without a push.',
    'decisions.6.20.agents': 'Agents read user_ids, and receive no push.',
  }),
  section('decisions §6.21', {
    'decisions.6.21.license': 'A multicast reaches only agents and customers of the license.',
    'decisions.6.21.unknown': 'An unknown id or group is not an error.',
    'decisions.6.21.nobody': 'A multicast without recipients is validation.',
    'decisions.6.21.once': 'Each connection receives it once, those of the sender included.',
  }),
  section('decisions §13, multicast', {
    'decisions.13.multicast.bytes': 'A multicast has at most 16 KiB.',
    'decisions.13.multicast.rate': 'Multicasts are limited to a burst of 5 and 1 a second.',
    'decisions.13.postbacks.rate': 'Postbacks are limited to a burst of 20 and 5 a second.',
  }),
  section('decisions §15, postbacks and broadcasts', {
    'decisions.15.postback': 'A postback in a closed thread, or with an unknown id, is validation.',
    'decisions.15.send_broadcast': 'scopes.agents of send_broadcast is a list of ids.',
  }),
  section('decisions §16.2', {
    'decisions.16.2.rich_messages': 'total_events counts no rich messages for versions without them.',
  }),
] as const
