import { section } from '../requirement.js'

export const eventRequirements = [
  section('chat.md "Events", common fields', {
    'chat.event.custom_id': 'The client chooses it.',
  }),
  section('chat.md "Events", system_message', {
    'chat.event.system_message.system_message_type': 'The kind of message, such as thread_archived.',
    'chat.event.system_message.cannot_be_sent': 'Users cannot send one.',
  }),
  section('chat.md "Events", annotation', {
    'chat.event.annotation.opens_no_thread': 'Creates no new thread; it is added to the last one.',
  }),
  section('chat.md "Events", filled_form', {
    'chat.event.filled_form.fields': 'Each field has a value or options, depending on its type.',
  }),
  section('chat.md "Events", custom', {
    'chat.event.custom.content': 'Any JSON object.',
  }),
  section('chat.md "Events", rich_message', {
    'chat.event.rich_message.elements': 'Elements and all their fields are optional.',
    'chat.event.rich_message.elements[].buttons[].postback_id':
      'Identifies the postback; several buttons, also in different elements, may share it.',
    'chat.event.rich_message.elements[].buttons[].user_ids': 'The users who sent that postback as toggled.',
  }),
] as const
