import { element } from './dom.js'

/** The actions that webhooks can be registered for, in words. */
const ACTIONS = {
  incoming_chat_thread: 'A thread begins, with its first messages',
  incoming_event: 'Something is added to a thread',
  incoming_rich_message_postback: 'A button is pressed',
  last_seen_timestamp_updated: 'Something is seen',
  thread_closed: 'A thread ends',
  chat_scopes_updated: 'A chat is handed over',
  chat_properties_updated: 'Properties of a chat change',
  chat_thread_properties_updated: 'Properties of a thread change',
  chat_users_updated: 'Somebody comes or goes',
  agent_status_changed: 'An agent’s status changes',
  agent_deleted: 'An agent is removed',
}

/** Actions without a chat, so that no chat properties can be sent with them. */
const WITHOUT_CHAT = ['agent_status_changed', 'agent_deleted']

export function hasChat(action) {
  return !WITHOUT_CHAT.includes(action)
}

export function actionOptions() {
  return Object.entries(ACTIONS).map(([name, text]) =>
    element('option', { value: name }, `${text} · ${name}`),
  )
}

export function actionBoxes() {
  return Object.entries(ACTIONS).map(([name, text]) =>
    element(
      'label',
      { class: 'choice' },
      element('input', { type: 'checkbox', name: 'actions', value: name }),
      element('span', {}, text, element('code', { class: 'hint' }, name)),
    ),
  )
}

/** Returns the filters as one text for each condition. */
export function filterTexts(filters = {}) {
  return Object.entries(filters).flatMap(([name, value]) => conditions(name, value))
}

function conditions(path, value) {
  if (Array.isArray(value)) return [`${path}: ${value.join(', ')}`]
  if (value === null || typeof value !== 'object') return [`${path}: ${value}`]
  return Object.entries(value).flatMap(([key, inner]) => conditions(`${path}.${key}`, inner))
}
