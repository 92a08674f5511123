import { element } from './dom.js'
import { MenuPanel } from './menu-panel.js'

const EMOJI = {
  '🙂': 'smile',
  '😀': 'grin',
  '😂': 'tears of joy',
  '😉': 'wink',
  '😍': 'heart eyes',
  '🤔': 'thinking',
  '😅': 'sweat',
  '😢': 'tear',
  '😮': 'surprised',
  '🙏': 'folded hands',
  '👍': 'thumbs up',
  '👎': 'thumbs down',
  '👋': 'wave',
  '👏': 'applause',
  '💪': 'strong',
  '❤️': 'heart',
  '🎉': 'party',
  '✨': 'sparkles',
  '🔥': 'fire',
  '✅': 'done',
  '❌': 'cross',
  '⏰': 'alarm clock',
  '📦': 'parcel',
  '🎁': 'present',
  '☕': 'cup',
  '🍵': 'tea bowl',
  '🌱': 'seedling',
  '☀️': 'sun',
}

/** A panel of emoji, which are inserted at the caret. */
export function emojiPanel({ button, panel, composer }) {
  const menu = new MenuPanel({ button, panel })
  const buttons = Object.entries(EMOJI).map(([text, name]) => {
    const node = element('button', { type: 'button', class: 'emoji', 'aria-label': name, title: name }, text)
    node.addEventListener('click', () => {
      menu.close()
      composer.insert(text)
      composer.focus()
    })
    return node
  })
  panel.append(element('div', { class: 'emoji-grid' }, ...buttons))
}
