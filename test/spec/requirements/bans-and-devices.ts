import { section } from '../requirement.js'

export const bansAndDevicesRequirements = [
  section('chat.md "Agent API actions", ban_customer', {
    'chat.agent.ban_customer': 'Bans a customer.',
    'chat.agent.ban_customer.permission.customers.ban:write': 'Is needed.',
    'chat.agent.ban_customer.push': 'customer_banned.',
  }),
  section('chat.md "Agent API actions", change_push_notifications', {
    'chat.agent.change_push_notifications': 'Registers a device; no response, no push.',
    'chat.agent.change_push_notifications.permission': 'None is needed.',
  }),
  section('chat.md "Agent API actions", login and devices', {
    'chat.agent.login.device': 'push_service_token lets the instance count as one with an existing one.',
  }),
  section('chat.md "Customer API pushes", customer_disconnected of who is banned', {
    'chat.customer_disconnected.customer_banned': 'The customer is banned.',
  }),
  section('chat.md "States and transitions", ban_customer', {
    'chat.state.customer.ban_customer.days': 'Banned for ban.days days.',
    'chat.state.customer.ban_customer.sessions': 'All active sessions are disconnected.',
    'chat.state.customer.ban_customer.refused': 'New ones are refused during the ban.',
    'chat.state.customer.ban_customer.push': 'customer_banned is pushed.',
  }),
  section('chat.md "Errors", customer_banned', {
    'chat.error.customer_banned': 'Customer is banned, in the Customer API.',
  }),
  section('decisions §2, customer_banned', {
    'decisions.2.customer_banned.403': 'Any Customer API call of a banned customer.',
  }),
  section('decisions §6.16, geolocate', {
    'decisions.6.16.geolocate': 'geolocation comes from the host’s hook.',
  }),
  section('decisions §10.6, bans', {
    'decisions.10.6.banned': 'At the login of who is banned: the error, the push, the close.',
  }),
  section('decisions §12', {
    'decisions.12.stored': 'Devices are stored for each agent, with the choice of the agent.',
    'decisions.12.notified':
      'pushService.notify is called for an agent who should see an event and has no connection.',
    'decisions.12.connected': 'An agent with a live connection is not notified.',
    'decisions.12.disabled': 'Disabled devices get nothing.',
    'decisions.12.dead': 'Devices that the service knows no more are removed.',
  }),
  section('decisions §15, bans', {
    'decisions.15.ban.days': 'An integer from 1 to 3,650.',
    'decisions.15.ban.replaced': 'A ban replaces the one before.',
    'decisions.15.ban.chats': 'Who is banned stays in its chats.',
    'decisions.15.ban.other_license': 'The customer of another license does not exist.',
    'decisions.15.ban.scope': 'The scope is customers.ban:write.',
  }),
  section('decisions §16.25', {
    'decisions.16.25.web': 'platform web, in agent v0.4: the push subscription as JSON, 2,048 bytes.',
    'decisions.16.25.members': 'The members of the chat are notified.',
    'decisions.16.25.assignees': 'New assignees are notified.',
  }),
] as const
