import { element } from './dom.js'

// Building blocks of the cards in the console.

/** Returns a card of a list, labeled by its heading. `parts` follow the heading and its tags. */
export function card({ id, title, tags = [], level = 'h2' }, ...parts) {
  const heading = `card-${id}`
  return element(
    'article',
    { class: 'app', 'aria-labelledby': heading },
    element(
      'header',
      { class: 'app-head' },
      element(level, { id: heading, dir: 'auto' }, title),
      element('p', { class: 'tags' }, ...tags.map(tag)),
    ),
    ...parts,
  )
}

/** Returns a tag from a text, or from `{text, look}` with `look` `good` or `bad`. */
function tag(given) {
  const { text, look = '' } = typeof given === 'string' ? { text: given } : given
  return element('span', { class: `tag ${look}` }, text)
}

/** Returns a description list from rows `[name, content]`. Rows without content are left out. */
export function facts(rows) {
  const shown = rows.filter(([, content]) => content !== undefined)
  const nodes = shown.flatMap(([name, content]) => [
    element('dt', {}, name),
    element('dd', { dir: 'auto' }, ...[content].flat()),
  ])
  return element('dl', { class: 'app-facts' }, ...nodes)
}

export function code(text) {
  return element('code', { dir: 'auto' }, text)
}

export function codes(texts) {
  return element('ul', { class: 'codes' }, ...texts.map((text) => element('li', {}, code(text))))
}

export function actionsOf(...buttons) {
  return element('div', { class: 'app-actions' }, ...buttons)
}

/**
 * Returns a button of a card. `what` names the card's subject in the label, so that buttons of different cards have
 * different names.
 */
export function cardButton(label, what, act, look = '') {
  const attributes = { type: 'button', class: `button-quiet ${look}`, 'aria-label': `${label}: ${what}` }
  const node = element('button', attributes, label)
  node.addEventListener('click', act)
  return node
}
