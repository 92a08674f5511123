import { section } from '../requirement.js'

export const richMessagesAndMulticastRequirements = [
  section('chat.md "Customer API actions", send_rich_message_postback', {
    'chat.customer.send_rich_message_postback': 'Sends the postback of a button; no response.',
    'chat.customer.send_rich_message_postback.request.chat_id': 'Required.',
    'chat.customer.send_rich_message_postback.request.thread_id': 'Required.',
    'chat.customer.send_rich_message_postback.request.event_id': 'Required.',
    'chat.customer.send_rich_message_postback.request.postback.id': 'Name of the postback, required.',
    'chat.customer.send_rich_message_postback.request.postback.toggled': 'A boolean, required.',
    'chat.customer.send_rich_message_postback.push':
      'incoming_rich_message_postback, only for active threads.',
  }),
  section('chat.md "Agent API actions", multicast', {
    'chat.agent.multicast': 'Sends data to agents and customers; no response.',
    'chat.agent.multicast.permission.multicast:write': 'Is needed.',
    'chat.agent.multicast.request.scopes': 'Required; one of the four at least.',
    'chat.agent.multicast.request.scopes.agents.all': 'A boolean.',
    'chat.agent.multicast.request.scopes.agents.ids': 'An array of strings.',
    'chat.agent.multicast.request.scopes.agents.groups': 'An array.',
    'chat.agent.multicast.request.scopes.customers.ids': 'An array of strings.',
    'chat.agent.multicast.request.content': 'Any JSON, required.',
    'chat.agent.multicast.push': 'incoming_multicast.',
  }),
  section('chat.md "Customer API pushes", postbacks and multicast', {
    'chat.customer.push.incoming_rich_message_postback.user_id': 'Who has sent it.',
    'chat.customer.push.incoming_rich_message_postback.chat_id': 'Of the chat.',
    'chat.customer.push.incoming_rich_message_postback.thread_id': 'Of the thread.',
    'chat.customer.push.incoming_rich_message_postback.event_id': 'Of the rich message.',
    'chat.customer.push.incoming_rich_message_postback.postback.id': 'Name of the postback.',
    'chat.customer.push.incoming_rich_message_postback.postback.toggled': 'A boolean.',
    'chat.customer.push.incoming_multicast.author_id': 'Who has sent it.',
    'chat.customer.push.incoming_multicast.content': 'What was sent.',
  }),
  section('chat.md "Agent API pushes", multicast', {
    'chat.agent.push.incoming_multicast.author_id': 'Who has sent it.',
    'chat.agent.push.incoming_multicast.content': 'What was sent.',
    'chat.agent.push.incoming_broadcast.author_id': 'Who has sent it.',
    'chat.agent.push.incoming_broadcast.content': 'What was sent.',
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
    'chat.version.agent_v0.3.send_broadcast.scopes.agents': 'Which agents.',
    'chat.version.agent_v0.3.send_broadcast.scopes.groups': 'Which groups.',
    'chat.version.agent_v0.3.send_broadcast.content': 'What is sent.',
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
