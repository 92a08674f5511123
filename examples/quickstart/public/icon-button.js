import { element, icon } from './dom.js'

/** A button that shows an icon alone; its label is for who cannot see it, and for who points at it. */
export function iconButton(name, label, act) {
  const node = element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label },
    icon(name),
  )
  node.addEventListener('click', act)
  return node
}
