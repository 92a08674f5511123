import { section } from '../requirement.js'

export const eventRequirements = [
  section('chat.md "Events", common fields', {
    'chat.event.id': 'Given by the server.',
    'chat.event.order': 'Given by the server.',
    'chat.event.type': 'Which of the types it is.',
    'chat.event.timestamp': 'Given by the server.',
    'chat.event.custom_id': 'Chosen by the client, optional.',
    'chat.event.properties': 'Optional.',
    'chat.event.author_id': 'In all types except system_message.',
    'chat.event.recipients': 'all, the default, or agents; in every event of the Agent API, and only there.',
  }),
  section('chat.md "Events", message', {
    'chat.event.message.text': 'What it says.',
  }),
  section('chat.md "Events", system_message', {
    'chat.event.system_message.text': 'What it says.',
    'chat.event.system_message.system_message_type': 'For instance thread_archived.',
    'chat.event.system_message.cannot_be_sent': 'Users cannot send one.',
  }),
  section('chat.md "Events", annotation', {
    'chat.event.annotation.annotation_type': 'For instance rating.',
    'chat.event.annotation.text': 'Optional.',
    'chat.event.annotation.opens_no_thread': 'Creates no new thread; it is added to the last one.',
  }),
  section('chat.md "Events", filled_form', {
    'chat.event.filled_form.fields': 'An array.',
    'chat.event.filled_form.fields[].type': 'text, email, radio, checkbox or select.',
    'chat.event.filled_form.fields[].name': 'A string.',
    'chat.event.filled_form.fields[].label': 'A string.',
    'chat.event.filled_form.fields[].required': 'A boolean.',
    'chat.event.filled_form.fields[].value': 'Of text and email fields.',
    'chat.event.filled_form.fields[].options': 'Of radio, checkbox and select fields, and of no other.',
    'chat.event.filled_form.fields[].options[].label': 'A string.',
    'chat.event.filled_form.fields[].options[].value': 'A string.',
    'chat.event.filled_form.fields[].options[].checked': 'A boolean.',
  }),
  section('chat.md "Events", custom', {
    'chat.event.custom.content': 'Any JSON object.',
  }),
  section('chat.md "Events", rich_message', {
    'chat.event.rich_message.template_id': 'How an app presents the event.',
    'chat.event.rich_message.elements': 'Optional.',
    'chat.event.rich_message.elements[].title': 'Optional.',
    'chat.event.rich_message.elements[].subtitle': 'Optional.',
    'chat.event.rich_message.elements[].image': 'Optional.',
    'chat.event.rich_message.elements[].image.name': 'A string.',
    'chat.event.rich_message.elements[].image.url': 'Required.',
    'chat.event.rich_message.elements[].image.content_type': 'A string.',
    'chat.event.rich_message.elements[].image.size': 'An integer.',
    'chat.event.rich_message.elements[].image.width': 'An integer.',
    'chat.event.rich_message.elements[].image.height': 'An integer.',
    'chat.event.rich_message.elements[].buttons': 'Optional.',
    'chat.event.rich_message.elements[].buttons[].text': 'A string.',
    'chat.event.rich_message.elements[].buttons[].postback_id':
      'What a postback names; several buttons, in different elements too, may share it.',
    'chat.event.rich_message.elements[].buttons[].user_ids': 'Users who sent that postback as toggled.',
  }),
] as const
