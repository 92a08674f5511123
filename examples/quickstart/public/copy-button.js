import { element } from './dom.js'

const CONFIRMED_MS = 2_000

/** Returns a button that copies a text to the clipboard and confirms it. */
export function copyButton(text, what) {
  const label = element('span', { 'aria-live': 'polite' }, 'Copy')
  const button = element(
    'button',
    { type: 'button', class: 'link-button copy' },
    label,
    element('span', { class: 'visually-hidden' }, ` the ${what}`),
  )
  button.addEventListener('click', async () => {
    label.textContent = await navigator.clipboard.writeText(text).then(
      () => 'Copied',
      () => 'Select it and copy by hand',
    )
    setTimeout(() => {
      label.textContent = 'Copy'
    }, CONFIRMED_MS)
  })
  return button
}
