import { element } from './dom.js'

/** Shows the Markdown subset of the descriptions: paragraphs, lists with `- `, and code in backticks. */
export function prose(text) {
  return element('div', { class: 'prose' }, ...text.split('\n\n').map(block))
}

/** Returns the first sentence of a description. */
export function firstSentence(text) {
  const [paragraph] = text.split('\n\n')
  return /^.*?\.(?= [A-Z]|$)/.exec(paragraph)?.[0] ?? paragraph
}

function block(text) {
  const lines = text.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return element('p', {}, ...withCode(text))
  return element('ul', {}, ...lines.map((line) => element('li', {}, ...withCode(line.slice(2)))))
}

/** Returns the text in pieces. Every second piece is the code between backticks. */
export function withCode(text) {
  return text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? element('code', {}, piece) : piece))
    .filter((piece) => piece !== '')
}
