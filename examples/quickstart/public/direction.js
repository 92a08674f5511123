import { element } from './dom.js'

/**
 * Handles texts of both directions. An element that shows only what a user wrote has `dir="auto"`, so the browser takes
 * the direction from the text. Names within the page's own sentences are isolated, so that they do not change the
 * direction of the words around them.
 */

const RIGHT_TO_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/**
 * Returns a sentence as nodes: `` sentence`${name} is typing` ``. Each inserted value is a text that a user wrote, or a
 * list of nodes.
 */
export function sentence(strings, ...values) {
  const parts = strings.flatMap((text, index) => [
    text,
    ...(index < values.length ? isolates(values[index]) : []),
  ])
  return parts.filter((part) => part !== '')
}

/** Returns a list of names as nodes. */
export function joined(names, separator = ', ') {
  return names.flatMap((name, index) => (index === 0 ? isolates(name) : [separator, ...isolates(name)]))
}

/** Returns a name with isolating characters, for places that accept only a string. */
export function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text
}

/** Puts `parts` into `node` unless it already has the same text, so that screen readers do not announce it twice. */
export function say(node, parts) {
  const text = parts.map((part) => part.textContent ?? part).join('')
  if (node.textContent !== text) node.replaceChildren(...parts)
}

/** Returns "Ada and Grace are typing" as one node, or no node when there are no names. */
export function typingWords(names) {
  if (names.length === 0) return []
  const verb = names.length > 1 ? ['are'] : ['is']
  return [element('span', {}, ...sentence`${joined(names, ' and ')} ${verb} typing`)]
}

function isolates(value) {
  return Array.isArray(value) ? value : [element('bdi', {}, value)]
}
