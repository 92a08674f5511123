import { copyButton } from './copy-button.js'
import { element } from './dom.js'

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Shows a value as colored JSON. `title` is the label of the block and of its copy button. */
export function jsonView(title, value) {
  const text = JSON.stringify(value, null, 2)
  return codeView(title, text, coloured(text))
}

/** Shows a text as it is. */
export function codeView(title, text, content = [text]) {
  return element(
    'div',
    { class: 'code-view' },
    element('div', { class: 'code-head' }, element('span', {}, title), copyButton(text, title.toLowerCase())),
    // The block scrolls, so it must be reachable by keyboard.
    element('pre', { tabindex: '0', role: 'region', 'aria-label': title }, element('code', {}, ...content)),
  )
}

function coloured(text) {
  const nodes = []
  let end = 0
  for (const match of text.matchAll(token)) {
    nodes.push(text.slice(end, match.index), colouredToken(match))
    end = match.index + match[0].length
  }
  return [...nodes, text.slice(end)]
}

function colouredToken([all, string, colon]) {
  if (string === undefined) return element('span', { class: 'code-number' }, all)
  return element('span', { class: colon === undefined ? 'code-string' : 'code-key' }, all)
}
