import { element, icon } from './dom.js'

/** Returns a button with an icon only. Its label is its tooltip, and its name for screen readers. */
export function iconButton(name, label, act) {
  const node = element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label },
    icon(name),
  )
  node.addEventListener('click', act)
  return node
}
