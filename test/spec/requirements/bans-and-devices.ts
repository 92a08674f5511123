import { section } from '../requirement.js'

export const bansAndDevicesRequirements = [
  section('chat.md "Agent API actions", ban_customer', {
    'chat.agent.ban_customer': 'Bans a customer.',
    'chat.agent.ban_customer.permission.customers.ban:write': 'The scope is required.',
    'chat.agent.ban_customer.push': 'customer_banned.',
  }),
  section('chat.md "Agent API actions", change_push_notifications', {
    'chat.agent.change_push_notifications': 'Registers a device; no response, no push.',
    'chat.agent.change_push_notifications.permission': 'No scope is required.',
  }),
  section('chat.md "Agent API actions", login and devices', {
    'chat.agent.login.device': 'A device with a known push_service_token counts as the existing device.',
  }),
  section('chat.md "Customer API pushes", customer_disconnected of banned customers', {
    'chat.customer_disconnected.customer_banned': 'The customer is banned.',
  }),
  section('chat.md "States and transitions", ban_customer', {
    'chat.state.customer.ban_customer.days': 'The customer is banned for ban.days days.',
    'chat.state.customer.ban_customer.sessions': 'All active sessions are disconnected.',
    'chat.state.customer.ban_customer.refused': 'New sessions are refused during the ban.',
    'chat.state.customer.ban_customer.push': 'customer_banned is pushed.',
  }),
  section('chat.md "Errors", customer_banned', {
    'chat.error.customer_banned': 'Customer is banned, in the Customer API.',
  }),
  section('decisions §2, customer_banned', {
    'decisions.2.customer_banned.403': 'Every Customer API call of a banned customer is refused.',
  }),
  section('decisions §6.16, geolocate', {
    'decisions.6.16.geolocate': 'The geolocation comes from the hook of the host.',
  }),
  section('decisions §10.6, bans', {
    'decisions.10.6.banned': 'A banned customer who logs in gets the error, then the push, then the close.',
  }),
  section('decisions §12', {
    'decisions.12.stored': 'Devices are stored per agent, with whether notifications are enabled.',
    'decisions.12.notified':
      'pushService.notify is called for an agent who should see an event and has no connection.',
    'decisions.12.connected': 'A connected agent is not notified.',
    'decisions.12.disabled': 'Disabled devices get no notifications.',
    'decisions.12.dead': 'Devices that the push service no longer knows are removed.',
  }),
  section('decisions §15, bans', {
    'decisions.15.ban.days': 'An integer from 1 to 3,650.',
    'decisions.15.ban.replaced': 'A new ban replaces the earlier one.',
    'decisions.15.ban.chats': 'A banned customer stays in their chats.',
    'decisions.15.ban.other_license': 'A customer of another license counts as unknown.',
    'decisions.15.ban.scope': 'The scope is customers.ban:write.',
  }),
  section('decisions §16.25', {
    'decisions.16.25.web':
      'In agent v0.4 the platform can be web: the push subscription is JSON of at most 2,048 bytes.',
    'decisions.16.25.members': 'The members of the chat are notified.',
    'decisions.16.25.assignees': 'Newly assigned agents are notified.',
  }),
] as const
