import { element } from './dom.js'
import { keepKeysIn } from './keys.js'

/**
 * Asks for confirmation before it calls `act`, with form fields in `content` if there are any. When `act` rejects, the
 * reason is shown and the dialog stays open. Title and text are strings or lists of nodes. Resolves when the dialog has
 * closed, with whether `act` succeeded.
 */
export function confirm({ title, text, content = [], label, isDangerous = false }, act) {
  const problem = element('p', { class: 'dialog-problem', role: 'alert', hidden: '' })
  const cancel = element('button', { type: 'button', class: 'button-quiet' }, 'Cancel')
  const go = element('button', { type: 'button', class: isDangerous ? 'button danger' : 'button' }, label)
  const dialog = dialogOf(
    title,
    text,
    ...content,
    problem,
    element('div', { class: 'dialog-actions' }, cancel, go),
  )
  let isDone = false
  dialog.addEventListener('input', () => {
    problem.hidden = true
  })
  cancel.addEventListener('click', () => dialog.close())
  dialog.addEventListener('cancel', (event) => {
    if (go.disabled) event.preventDefault()
  })
  go.addEventListener('click', async () => {
    go.disabled = true
    cancel.disabled = true
    try {
      await act()
      isDone = true
      dialog.close()
    } catch (error) {
      problem.textContent = error.message
      problem.hidden = false
    } finally {
      go.disabled = false
      cancel.disabled = false
    }
  })
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(isDone)
    })
  })
}

function dialogOf(title, text, ...rest) {
  const dialog = element(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' },
    element(
      'div',
      { class: 'dialog-body' },
      element('h2', { id: 'confirm-title' }, ...[title].flat()),
      element('p', { id: 'confirm-text' }, ...[text].flat()),
      ...rest,
    ),
  )
  // Escape must close only the dialog, not the page part behind it as well.
  keepKeysIn(dialog)
  return dialog
}
