import { section } from '../requirement.js'

export const objectRequirements = [
  section('chat.md "Resources and their fields"', {
    'chat.fields.documented': 'Payloads and objects have the listed fields, in the versions that have them.',
    'chat.fields.shown': 'Responses, pushes and objects show each of their fields, and nothing else.',
    'chat.fields.taken': 'Requests accept each of their fields, and refuse values of other kinds.',
    'chat.timestamps': 'Timestamps are integers.',
    'chat.server_side_fields': 'Fields that the server generates cannot be set.',
  }),
  section('chat.md "Thread"', {
    'chat.thread.active': 'True while the thread is active, false when it is no longer.',
  }),
  section('chat.md "Other objects"', {
    'chat.scopes.empty': 'An empty object means no scope, so all agents can see the chat.',
    'chat.properties.value': 'A value by namespace and name, in objects and pushes wrapped as {value}.',
    'chat.properties.type': 'The type of a value follows the configuration of the property.',
    'chat.license.expiration_timestamp': 'When the license expires.',
  }),
] as const
