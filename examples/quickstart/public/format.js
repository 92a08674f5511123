import { formIn } from './forms.js'

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const exactTime = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const DAY_MS = 86_400_000

export function clockTime(seconds) {
  return time.format(seconds * 1000)
}

export function clockTimeWithSeconds(seconds) {
  return exactTime.format(seconds * 1000)
}

export function dayName(seconds, now = Date.now()) {
  const days = Math.round((startOfDay(now) - startOfDay(seconds * 1000)) / DAY_MS)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return days > 1 && days < 7 ? weekday.format(seconds * 1000) : date.format(seconds * 1000)
}

/** Returns a short time for lists: the time of day for today, the day for earlier dates. */
export function listTime(seconds, now = Date.now()) {
  return startOfDay(now) === startOfDay(seconds * 1000) ? clockTime(seconds) : dayName(seconds, now)
}

/** Returns a waiting time in its largest suitable unit. */
export function waitTime(ms) {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'under 1 min'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 1_440) return `${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / 1_440)
  return days === 1 ? '1 day' : `${days} days`
}

function startOfDay(ms) {
  return new Date(ms).setHours(0, 0, 0, 0)
}

export function fileSize(bytes) {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns an event as plain text. */
export function eventText(event) {
  const { label, text } = labelledText(event)
  return label === undefined ? text : `${label} ${text}`
}

/** Returns the event as a label, when its text does not say what it is, and the text that the user wrote. */
export function labelledText(event) {
  switch (event.type) {
    case 'message':
    case 'system_message':
      return { text: event.text }
    case 'file':
      return { label: 'File:', text: event.name }
    case 'filled_form':
      return { text: event.fields.map((field) => `${field.label}: ${fieldText(field)}`).join('\n') }
    case 'rich_message':
      return { text: cardText(event) }
    case 'annotation':
      return labelledAnnotation(event)
    case 'custom':
      return labelledCustom(event)
    default:
      return { text: 'An event that this page does not show' }
  }
}

function cardText({ elements = [] }) {
  return elements.map((part) => part.title ?? part.subtitle ?? '').join('\n') || 'Card'
}

function labelledAnnotation({ annotation_type, text }) {
  const name = annotation_type === 'rating' ? 'Rating' : annotation_type
  return text ? { label: `${name}:`, text: text.replaceAll('\n', ' · ') } : { text: name }
}

function labelledCustom(event) {
  const form = formIn(event)
  return form === undefined
    ? { text: 'An event that this page does not show' }
    : { label: 'Form:', text: form.title }
}

export function fieldText({ value, options = [] }) {
  const checked = options.filter((option) => option.checked).map((option) => option.label)
  return value ?? (checked.join(', ') || '–')
}
