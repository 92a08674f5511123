import { element, icon } from './dom.js'
import { formView } from './form-view.js'
import { eventText, fieldText, fileSize } from './format.js'
import { formIn } from './forms.js'
import { fileLink, linked, picture } from './links.js'
import { richMessage } from './rich-message.js'

const SHOWN_PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const WIDEST_PX = 288
const HIGHEST_PX = 320

/**
 * Returns the content of an event as nodes. Everything in it was written by a user, so it becomes only text and web
 * links.
 */
export function messageContent(item, context) {
  const { event } = item
  const form = event.type === 'custom' ? formIn(event) : undefined
  if (event.type === 'file') return [file(event)]
  if (event.type === 'rich_message') return richMessage(event, { ...context, isLive: item.isLive })
  if (event.type === 'filled_form') return [filledForm(event)]
  if (form !== undefined) return [formRequested(form, item, context)]
  return [element('div', { class: 'bubble', dir: 'auto' }, ...linked(eventText(event)))]
}

/** Caches the signature of each event. A changed event is another object, so the cache never becomes outdated. */
const signatures = new WeakMap()

/**
 * Returns what is shown of an event as a text. Leaves out the file's address, which differs each time the event is
 * read.
 */
export function contentSignature(event) {
  const known = signatures.get(event)
  if (known !== undefined) return known
  const { url, ...shown } = event
  const signature = JSON.stringify(shown)
  signatures.set(event, signature)
  return signature
}

function file({ url, name, content_type, size, width, height }) {
  const label = element(
    'span',
    { class: 'file-what' },
    element('bdi', { class: 'file-name' }, name),
    element('span', { class: 'file-size' }, fileSize(size)),
  )
  const shown = SHOWN_PICTURES.has(content_type)
    ? picture(url, { alt: name, class: 'file-picture', ...fitted(width, height) })
    : undefined
  if (shown === undefined) return fileLink(url, { class: 'bubble file' }, icon('file'), label)
  const link = fileLink(url, { class: 'file-shown' }, shown)
  // A picture that cannot be shown is replaced by a link to it.
  shown.addEventListener('error', () =>
    link.replaceWith(fileLink(url, { class: 'bubble file' }, icon('file'), label)),
  )
  return link
}

/** Returns the size of a picture, so that its space is reserved before it loads and nothing moves. */
function fitted(width, height) {
  if (width === undefined || height === undefined) return {}
  const scale = Math.min(1, WIDEST_PX / width, HIGHEST_PX / height)
  return { width: Math.max(24, Math.round(width * scale)), height: Math.max(24, Math.round(height * scale)) }
}

function filledForm({ fields }) {
  const rows = fields.flatMap((field) => [
    element('dt', { dir: 'auto' }, field.label),
    element('dd', { dir: 'auto' }, ...linked(fieldText(field))),
  ])
  return element('dl', { class: 'bubble filled-form' }, ...rows)
}

/** Shows a form, to be filled in only when an agent has requested it. A form from a customer is only displayed. */
function formRequested(form, { event, isAnswered, author }, { onAnswer }) {
  if (onAnswer !== undefined && !isAnswered && author?.type === 'agent') {
    return formView(form, { id: event.id, onAnswer: (fields) => onAnswer(event.id, fields) })
  }
  const labels = form.fields.map((field) => element('li', { dir: 'auto' }, field.label))
  return element(
    'div',
    { class: 'card' },
    element('p', { class: 'card-title', dir: 'auto' }, form.title),
    element('ul', { class: 'card-list' }, ...labels),
    element('p', { class: 'card-text' }, isAnswered ? 'Filled in' : 'Not filled in yet'),
  )
}
