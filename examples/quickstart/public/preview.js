import { element } from './dom.js'
import { labelledText } from './format.js'

/** Returns one event for a list as `{labels, text}`: the labels say who wrote it or what it is. */
export function previewOf(event, me) {
  if (event === undefined) return { text: '' }
  const who = event.recipients === 'agents' ? 'Note:' : event.author_id === me ? 'You:' : undefined
  const { label, text } = labelledText(event)
  return { labels: [who, label].filter((name) => name !== undefined), text }
}

/** Returns the preview as nodes. The labels do not affect the direction, which is that of the text. */
export function previewParts({ labels = [], text }) {
  return [...labels.flatMap((label) => [element('bdi', {}, label), ' ']), text]
}
