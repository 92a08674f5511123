import { section } from '../requirement.js'

export const userRequirements = [
  section('chat.md "User", customer (A view)', {
    'chat.customer_a.banned': 'True while the customer is banned.',
    'chat.customer_a.optional': 'name, email, last_seen_timestamp and monitoring are absent when unknown.',
  }),
  section('chat.md "User", agent (A view)', {
    'chat.agent_a.routing_status':
      'accepting_chats or not_accepting_chats, only while the agent is logged in.',
  }),
  section('chat.md "User", my profile (A)', {
    'chat.my_profile.permission': 'The permission of the agent, such as administrator.',
  }),
] as const
