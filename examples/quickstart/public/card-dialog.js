import { confirm } from './confirm-dialog.js'
import { pictureTypes, uploadPicture } from './desk-delivery.js'
import { element } from './dom.js'

const MOST_BUTTONS = 10

/** Opens a dialog in which an agent writes a card with buttons, a rich message. Resolves with whether it was sent. */
export function composeCard(desk, send) {
  const title = element('input', { class: 'field', dir: 'auto', maxlength: '200' })
  const text = element('textarea', { class: 'field', dir: 'auto', rows: '2', maxlength: '200' })
  const buttons = element('textarea', {
    class: 'field',
    dir: 'auto',
    rows: '3',
    placeholder: 'Oat glaze\nSea green',
  })
  const file = element('input', { class: 'field', type: 'file', accept: pictureTypes.join() })
  const key = crypto.randomUUID()
  return confirm(
    {
      title: 'Send a card',
      text: 'The customer answers by pressing its buttons.',
      content: [
        labelled('Title', title),
        labelled('Text', text),
        labelled('Buttons, one a line', buttons),
        labelled('Picture', file),
      ],
      label: 'Send card',
    },
    async () => {
      const card = cardOf(title.value, text.value, buttons.value)
      const [picture] = file.files
      if (picture !== undefined) card.image = await pictureOf(desk, picture, key)
      send({ type: 'rich_message', template_id: 'cards', elements: [card] })
    },
  )
}

function labelled(label, control) {
  return element('label', { class: 'dialog-field' }, element('span', {}, label), control)
}

/** Returns the rich message, or throws an error that the dialog shows. */
function cardOf(title, text, lines) {
  const labels = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (title.trim() === '') throw new Error('A card needs a title.')
  if (labels.length > MOST_BUTTONS) throw new Error(`A card has at most ${MOST_BUTTONS} buttons.`)
  if (labels.some((label) => label.length > 200)) throw new Error('A button has at most 200 characters.')
  const card = { title: title.trim() }
  if (text.trim() !== '') card.subtitle = text.trim()
  // Buttons with the same text count as the same answer.
  if (labels.length > 0) card.buttons = labels.map((label) => ({ text: label, postback_id: label }))
  return card
}

async function pictureOf(desk, file, key) {
  const watch = { onProgress: () => {}, signal: AbortSignal.timeout(120_000) }
  const { url } = await uploadPicture(
    desk,
    { file, key: `${key} ${file.name} ${file.size}`.slice(0, 128) },
    watch,
  )
  return { url, name: file.name.slice(0, 100) }
}
