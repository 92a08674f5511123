import { say, sentence } from './direction.js'
import { element, icon, reconcile } from './dom.js'
import { fileSize } from './format.js'
import { iconButton } from './icon-button.js'

const PREVIEW_PX = 96

/**
 * The files above the text field, with the progress of their uploads. They are chosen with a button, dropped or pasted.
 */
export class FileTray {
  #tray
  #list = element('ul', { class: 'tray-files', 'aria-label': 'Files to send' })
  #problem = element('p', { class: 'tray-problem', role: 'status' })
  #queue

  /**
   * @param tray where the files are shown
   * @param input the file field behind the button
   * @param zone where files can be dropped, while `isOpen()` returns true
   * @param textarea where files can be pasted
   */
  constructor({ tray, input, zone, textarea, isOpen = () => true }) {
    this.#tray = tray
    tray.append(this.#list, this.#problem)
    input.addEventListener('change', () => {
      this.#queue?.choose([...input.files])
      // Clears the field, so that the same file can be chosen again.
      input.value = ''
      textarea.focus()
    })
    textarea.addEventListener('paste', (event) => this.#paste(event))
    this.#takeDropped(zone, isOpen)
  }

  show(queue) {
    this.#queue = queue
    this.#tray.hidden = queue === undefined || (queue.items.length === 0 && queue.problem === undefined)
    if (queue === undefined) return
    reconcile(this.#list, queue.items, {
      key: (item) => item.key,
      signature: ({ state, error }) => JSON.stringify([state, error]),
      render: (item) => row(item, queue),
    })
    for (const { key, progress } of queue.items) {
      const bar = this.#list.querySelector(`[data-key="${key}"] progress`)
      if (bar !== null) bar.value = progress
    }
    const { name, reason } = queue.problem ?? {}
    say(this.#problem, name === undefined ? [] : sentence`${name}: ${[reason]}`)
  }

  /**
   * Queues pasted files. Copied table cells also contain a picture of them, so files are ignored when there is text.
   */
  #paste(event) {
    const { files, types } = event.clipboardData
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    this.#queue?.choose([...files])
  }

  #takeDropped(zone, isOpen) {
    let depth = 0
    const leave = () => {
      depth = 0
      zone.classList.remove('is-dropping')
    }
    zone.addEventListener('dragenter', (event) => {
      if (!holdsFiles(event) || !isOpen()) return
      depth += 1
      zone.classList.add('is-dropping')
    })
    zone.addEventListener('dragleave', () => {
      if (depth > 0) depth -= 1
      if (depth === 0) leave()
    })
    zone.addEventListener('drop', (event) => {
      leave()
      if (holdsFiles(event) && isOpen()) this.#queue?.choose([...event.dataTransfer.files])
    })
    // Prevents the browser from opening a file that is dropped outside the zone.
    for (const name of ['dragover', 'drop']) {
      document.addEventListener(name, (event) => {
        if (holdsFiles(event)) event.preventDefault()
      })
    }
  }
}

function holdsFiles(event) {
  return event.dataTransfer?.types.includes('Files') === true
}

function row({ key, file, state, progress, error }, queue) {
  const isGoing = state === 'sending' || state === 'waiting'
  return element(
    'li',
    { class: 'tray-file' },
    preview(file),
    element(
      'div',
      { class: 'tray-what' },
      element('p', { class: 'tray-name', dir: 'auto' }, file.name),
      state === 'failed'
        ? element('p', { class: 'tray-state failed', role: 'alert' }, `Not sent. ${error}`)
        : element('p', { class: 'tray-state' }, isGoing ? 'Sending…' : fileSize(file.size)),
      isGoing ? element('progress', { max: '1', value: progress, 'aria-label': file.name }) : undefined,
    ),
    state === 'failed' ? retryButton(() => queue.retry(key)) : undefined,
    iconButton('close', `${isGoing ? 'Cancel' : 'Remove'} ${file.name}`, () => queue.remove(key)),
  )
}

function retryButton(act) {
  const node = element('button', { type: 'button', class: 'link-button' }, 'Try again')
  node.addEventListener('click', act)
  return node
}

/** Draws the preview on a canvas, because the page's security policy allows no other image addresses. */
function preview(file) {
  const frame = element('span', { class: 'tray-preview', 'aria-hidden': 'true' }, icon('file'))
  if (!/^image\/(?:png|jpeg|gif|webp)$/.test(file.type)) return frame
  const canvas = element('canvas', { width: PREVIEW_PX, height: PREVIEW_PX })
  createImageBitmap(file).then(
    (picture) => {
      const scale = PREVIEW_PX / Math.min(picture.width, picture.height)
      const [width, height] = [picture.width * scale, picture.height * scale]
      const place = [(PREVIEW_PX - width) / 2, (PREVIEW_PX - height) / 2, width, height]
      canvas.getContext('2d').drawImage(picture, ...place)
      picture.close()
      frame.replaceChildren(canvas)
    },
    // A file that is not a valid picture keeps the icon.
    () => {},
  )
  return frame
}
