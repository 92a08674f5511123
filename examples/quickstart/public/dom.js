/** Creates an element. Strings among the children become text nodes, so that user input is never parsed as HTML. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(name, value)
  }
  node.append(...children.filter((child) => child !== undefined))
  return node
}

export function byId(id) {
  return document.getElementById(id)
}

/** Returns an icon of `icons.svg`. Screen readers skip it, so the element around it needs a label. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `/icons.svg#${name}`)
  svg.append(use)
  return svg
}

/** Returns the round picture of a user: initials on a color that is always the same for the same id. */
export function avatar(user) {
  const node = element('span', { class: 'avatar', 'aria-hidden': 'true' }, initials(user?.name))
  node.dataset.tint = String(tintOf(user?.id ?? ''))
  return node
}

function initials(name = '') {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0])
  return letters.join('').toUpperCase() || '?'
}

const TINT_COUNT = 5

/** Returns the number of a user's color, which is always the same for the same id. */
export function tintOf(id) {
  let sum = 0
  for (const character of id) sum = (sum * 131 + character.charCodeAt(0)) % 65_521
  return sum % TINT_COUNT
}

/**
 * Makes `parent` show exactly `items`. Nodes of items that stay are kept, so that screen readers announce nothing
 * twice, and selection and focus are not lost. An item is rendered again when its `signature` changes.
 */
export function reconcile(parent, items, { key, signature, render }) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]))
  let position = parent.firstElementChild
  for (const item of items) {
    const node = provide(old.get(key(item)), item)
    old.delete(node.dataset.key)
    if (node === position) position = position.nextElementSibling
    else parent.insertBefore(node, position)
  }
  for (const node of old.values()) node.remove()

  function provide(known, item) {
    const wanted = signature(item)
    if (known?.dataset.signature === wanted) return known
    const node = render(item)
    node.dataset.key = key(item)
    node.dataset.signature = wanted
    if (known !== undefined) {
      if (known === position) position = node
      known.replaceWith(node)
    }
    return node
  }
}

/** Does the same for rows that are links and contain all that is shown. A row that moves or changes keeps the focus. */
export function reconcileRows(list, rows, render) {
  const focused = [...list.children].find((row) => row.contains(document.activeElement))?.dataset.key
  reconcile(list, rows, { key: (row) => row.id, signature: (row) => JSON.stringify(row), render })
  if (focused === undefined || list.contains(document.activeElement)) return
  list.querySelector(`[data-key="${CSS.escape(focused)}"] a`)?.focus()
}
