import { section } from '../requirement.js'

export const richMessagesAndMulticastRequirements = [
  section('chat.md "Customer API actions", send_rich_message_postback', {
    'chat.customer.send_rich_message_postback': 'Sends the postback of a button; no response.',
    'chat.customer.send_rich_message_postback.push':
      'incoming_rich_message_postback, only for active threads.',
  }),
  section('chat.md "Agent API actions", multicast', {
    'chat.agent.multicast': 'Sends data to agents and customers; no response.',
    'chat.agent.multicast.permission.multicast:write': 'Is needed.',
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
    'chat.version.customer_v0.3.incoming_rich_message_postback': 'Nor incoming_rich_message_postback.',
    'chat.version.customer_v0.3.incoming_multicast': 'Nor incoming_multicast.',
    'chat.version.agent_v0.3.send_broadcast': 'Agent v0.3 has send_broadcast instead of multicast.',
    'chat.version.agent_v0.3.incoming_broadcast': 'And incoming_broadcast instead of incoming_multicast.',
  }),
  section('decisions §6.20', {
    'decisions.6.20.untoggled': 'A postback that is not toggled takes the customer away again.',
    'decisions.6.20.unchanged': 'One that changes nothing succeeds without a push.',
    'decisions.6.20.agents': 'Agents read user_ids, and get no push.',
  }),
  section('decisions §6.21', {
    'decisions.6.21.license': 'A multicast reaches agents and customers of the license alone.',
    'decisions.6.21.unknown': 'An id or group that there is not is no error.',
    'decisions.6.21.nobody': 'To name nobody at all is validation.',
    'decisions.6.21.once': 'Each connection gets it once, the sender’s own too.',
  }),
  section('decisions §13, multicast', {
    'decisions.13.multicast.bytes': '16 KiB.',
    'decisions.13.multicast.rate': '1 a second, 5 at once.',
    'decisions.13.postbacks.rate': '5 a second, 20 at once.',
  }),
  section('decisions §15, postbacks and broadcasts', {
    'decisions.15.postback': 'One in a closed thread, or with an unknown id, is validation.',
    'decisions.15.send_broadcast': 'scopes.agents of send_broadcast is a list of ids.',
  }),
  section('decisions §16.2', {
    'decisions.16.2.rich_messages': 'total_events counts no rich messages for versions without them.',
  }),
] as const
