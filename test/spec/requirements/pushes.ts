import { section } from '../requirement.js'

export const pushRequirements = [
  section('chat.md "Events"', {
    'chat.push.websocket_only': 'Pushes are available only on the websocket transport.',
    'chat.push.action': 'The action of a push is its name.',
  }),
  section('chat.md "Customer API pushes"', {
    'chat.customer.push.thread_closed.user_id': 'User who closed the thread; absent when the router did.',
  }),
  section('chat.md "Customer API pushes", customer_disconnected', {
    'chat.customer_disconnected.too_many_connections': 'The customer has too many connections.',
    'chat.customer_disconnected.license_not_found': 'The license does not exist.',
    'chat.customer_disconnected.unsupported_version': 'The version does not exist.',
    'chat.customer_disconnected.internal_error': 'The service has failed.',
  }),
  section('chat.md "Agent API pushes"', {
    'chat.agent.push.thread_closed.user_id': 'User who closed the thread; absent when the router did.',
  }),
  section('chat.md "Agent API pushes", agent_disconnected', {
    'chat.agent_disconnected.access_token_revoked': 'The token was revoked.',
    'chat.agent_disconnected.license_expired': 'The license has expired.',
    'chat.agent_disconnected.agent_deleted': 'The agent was deleted.',
    'chat.agent_disconnected.logged_out_remotely': 'The host has logged the agent out.',
    'chat.agent_disconnected.unsupported_version': 'The version does not exist.',
  }),
] as const
