import { element } from './dom.js'
import { labelledText } from './format.js'

/** One event in a list, `{labels, text}`: who wrote it or what it is, and what it says. */
export function previewOf(event, me) {
  if (event === undefined) return { text: '' }
  const who = event.recipients === 'agents' ? 'Note:' : event.author_id === me ? 'You:' : undefined
  const { label, text } = labelledText(event)
  return { labels: [who, label].filter((name) => name !== undefined), text }
}

/** As nodes. The labels do not count for the direction, which is that of the text. */
export function previewParts({ labels = [], text }) {
  return [...labels.flatMap((label) => [element('bdi', {}, label), ' ']), text]
}
