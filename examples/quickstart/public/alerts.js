import { element } from './dom.js'
import { MenuPanel } from './menu-panel.js'
import { browserValues } from './stored-values.js'

const STORAGE_NAME = 'parley.alerts'
const TONES_HZ = [660, 880]
const TONE_SECONDS = 0.14
const LOUDNESS = 0.12

/** Plays a sound and shows a desktop notification for new messages. Both are off until the agent turns them on. */
export class Alerts {
  problem
  #isOn = { sound: false, notification: false, ...browserValues.get(STORAGE_NAME) }
  #audio

  isOn(kind) {
    // The browser's permission may have changed since.
    return kind === 'sound' ? this.#isOn.sound : this.#isOn.notification && isAllowed()
  }

  async set(kind, isOn) {
    this.problem = undefined
    if (kind === 'notification' && isOn && !(await isAllowedWhenAsked())) {
      this.problem = 'The browser does not allow notifications of this page.'
      return
    }
    this.#isOn[kind] = isOn
    browserValues.set(STORAGE_NAME, this.#isOn)
    if (kind === 'sound' && isOn) this.#ring()
  }

  /** @param onClick called when the notification is clicked, after the page has come to the front */
  notify({ title, text, tag, onClick }) {
    if (this.isOn('sound')) this.#ring()
    if (!this.isOn('notification') || document.hasFocus()) return
    const notification = new Notification(title, { body: text, tag })
    notification.onclick = () => {
      window.focus()
      notification.close()
      onClick()
    }
  }

  /** Plays the sound. Browsers do not play sounds before the page was used, so then the sound is skipped. */
  #ring() {
    this.#audio ??= new AudioContext()
    this.#audio.resume()
    if (this.#audio.state !== 'running' && !navigator.userActivation?.hasBeenActive) return
    for (const [index, frequency] of TONES_HZ.entries()) {
      this.#play(frequency, this.#audio.currentTime + index * TONE_SECONDS)
    }
  }

  #play(frequency, start) {
    const [tone, volume] = [this.#audio.createOscillator(), this.#audio.createGain()]
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(LOUDNESS, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS)
    tone.connect(volume).connect(this.#audio.destination)
    tone.start(start)
    tone.stop(start + TONE_SECONDS)
  }
}

/** The two switches in a panel that opens from a bell. */
export function alertsPanel({ button, panel, alerts }) {
  const problem = element('p', { class: 'form-error', role: 'status' })
  const switches = ['sound', 'notification'].map((kind) => switchOf(kind, alerts, show))
  panel.append(...switches.map(({ node }) => node), problem)
  new MenuPanel({ button, panel, onOpen: show })

  function show() {
    for (const { node, kind } of switches) node.setAttribute('aria-checked', String(alerts.isOn(kind)))
    if (problem.textContent !== (alerts.problem ?? '')) problem.textContent = alerts.problem ?? ''
  }
}

function switchOf(kind, alerts, onChange) {
  const label = kind === 'sound' ? 'Sound' : 'Desktop notifications'
  const node = element(
    'button',
    { type: 'button', class: 'switch', role: 'switch', 'aria-checked': 'false' },
    element('span', { class: 'switch-track' }),
    element('span', {}, label),
  )
  node.addEventListener('click', async () => {
    await alerts.set(kind, !alerts.isOn(kind))
    onChange()
  })
  return { node, kind }
}

/** Returns whether notifications are allowed. On phones they need a service worker, which this page does not have. */
function isAllowed() {
  return 'Notification' in globalThis && Notification.permission === 'granted'
}

async function isAllowedWhenAsked() {
  if (!('Notification' in globalThis) || matchMedia('(pointer: coarse)').matches) return false
  return (await Notification.requestPermission()) === 'granted'
}
