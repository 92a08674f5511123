/**
 * Key of the form within the `content` of an event. The chat APIs have filled forms but no event that requests one, so
 * an event of type `custom` does. The shop's page shows it as a form, and the customer's answer is a `filled_form`.
 */
const CONTENT_KEY = 'quickstart_form'
const MOST_FIELDS = 20
const LONGEST_TEXT = 200
const TYPED = new Set(['text', 'email'])
const CHOICES = new Set(['radio', 'checkbox', 'select'])

export const forms = [
  {
    title: 'Contact details',
    fields: [
      { type: 'text', name: 'name', label: 'Full name', required: true },
      { type: 'email', name: 'email', label: 'E-mail', required: true },
      { type: 'text', name: 'phone', label: 'Phone', required: false },
    ],
  },
  {
    title: 'A piece that broke',
    fields: [
      { type: 'text', name: 'order', label: 'Order number', required: true },
      choice('select', 'piece', 'Which piece?', ['Mug', 'Bowl', 'Vase', 'Teapot', 'Plate', 'Planter']),
      choice('checkbox', 'damage', 'What happened?', ['Chipped', 'Cracked', 'In pieces']),
      choice('radio', 'wish', 'What would you like?', ['A new one', 'My money back']),
    ],
  },
]

/** Returns the event with which an agent requests a form. */
export function formRequest(form) {
  return { type: 'custom', content: { [CONTENT_KEY]: form } }
}

/**
 * Returns the form that an event requests, or `undefined`. Only this exact shape is accepted, because other programs
 * write custom events too.
 */
export function formIn(event) {
  const { title, fields } = event.content?.[CONTENT_KEY] ?? {}
  const isForm = isText(title) && Array.isArray(fields) && fields.length > 0 && fields.length <= MOST_FIELDS
  return isForm && fields.every(isField) ? { title, fields } : undefined
}

/**
 * Returns the idempotency key of the answer to a form. It depends only on the event, so a second answer counts as a
 * repetition of the first.
 */
export function answerKey(eventId) {
  return `form-${eventId}`
}

/** Returns a function that says whether one of `events` answers a given form. */
export function answeredIn(events) {
  const keys = new Set(events.map((event) => event.custom_id))
  return (event) => event.type === 'custom' && keys.has(answerKey(event.id))
}

function choice(type, name, label, labels) {
  const options = labels.map((text) => ({ label: text, value: text }))
  return { type, name, label, required: type === 'radio', options }
}

function isField(field) {
  if (field === null || typeof field !== 'object') return false
  const { type, name, label, required, options } = field
  if (!isText(name) || !isText(label) || typeof required !== 'boolean') return false
  return TYPED.has(type) || (CHOICES.has(type) && isOptions(options))
}

function isOptions(options) {
  const isOption = (option) => isText(option?.label) && isText(option.value)
  return (
    Array.isArray(options) && options.length > 0 && options.length <= MOST_FIELDS && options.every(isOption)
  )
}

function isText(text) {
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_TEXT
}
