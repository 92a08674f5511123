import { element } from './dom.js'

/**
 * What people write has a direction of its own. An element that shows nothing else has `dir="auto"`: the browser takes the
 * direction from the text. Names within the page's own sentences are isolated, so that they turn nothing around them.
 */

const RIGHT_TO_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'

/** A sentence as nodes: `` sentence`${name} is typing` ``. What is put in is a text that somebody wrote, or a list of nodes. */
export function sentence(strings, ...values) {
  const parts = strings.flatMap((text, index) => [
    text,
    ...(index < values.length ? isolates(values[index]) : []),
  ])
  return parts.filter((part) => part !== '')
}

/** A list of names as nodes. */
export function joined(names, separator = ', ') {
  return names.flatMap((name, index) => (index === 0 ? isolates(name) : [separator, ...isolates(name)]))
}

/** The same for where only a string will do. */
export function isolated(text) {
  return RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text
}

/** Puts `parts` into `node`, unless it says the same already: who listens is told it once. */
export function say(node, parts) {
  const text = parts.map((part) => part.textContent ?? part).join('')
  if (node.textContent !== text) node.replaceChildren(...parts)
}

/** "Ada and Grace are typing", as one node; none where nobody types. */
export function typingWords(names) {
  if (names.length === 0) return []
  const verb = names.length > 1 ? ['are'] : ['is']
  return [element('span', {}, ...sentence`${joined(names, ' and ')} ${verb} typing`)]
}

function isolates(value) {
  return Array.isArray(value) ? value : [element('bdi', {}, value)]
}
