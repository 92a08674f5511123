import { section } from '../requirement.js'

export const eventRequirements = [
  section('chat.md "Events", common fields', {
    'chat.event.custom_id': 'The client chooses it.',
  }),
  section('chat.md "Events", system_message', {
    'chat.event.system_message.system_message_type': 'What has happened, such as thread_archived.',
    'chat.event.system_message.cannot_be_sent': 'Users cannot send one.',
  }),
  section('chat.md "Events", annotation', {
    'chat.event.annotation.opens_no_thread': 'Creates no new thread; it is added to the last one.',
  }),
  section('chat.md "Events", filled_form', {
    'chat.event.filled_form.fields': 'Each field has a value or options, as its type asks for.',
  }),
  section('chat.md "Events", custom', {
    'chat.event.custom.content': 'Any JSON object.',
  }),
  section('chat.md "Events", rich_message', {
    'chat.event.rich_message.elements': 'Optional, as is everything in an element.',
    'chat.event.rich_message.elements[].buttons[].postback_id':
      'What a postback names; several buttons, in different elements too, may share it.',
    'chat.event.rich_message.elements[].buttons[].user_ids': 'The users who sent that postback as toggled.',
  }),
] as const
