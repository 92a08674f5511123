import { joined, sentence } from './direction.js'
import { element, icon } from './dom.js'
import { linked, picture, webLink } from './links.js'

/**
 * Shows a rich message of any template as cards with pictures and buttons. With `onPostback` its buttons can be
 * pressed; without it they show who pressed them. Missing parts are left out.
 */
export function richMessage({ elements = [], id }, { me, nameOf, onPostback, isLive }) {
  if (elements.length === 0) return [element('p', { class: 'bubble' }, 'Card')]
  return elements.map(({ title, subtitle, image, buttons = [] }) =>
    element(
      'div',
      { class: 'card' },
      image && cardPicture(image),
      title && element('p', { class: 'card-title', dir: 'auto' }, title),
      subtitle && element('p', { class: 'card-text', dir: 'auto' }, ...linked(subtitle)),
      buttons.length > 0 ? buttonList(buttons) : undefined,
    ),
  )

  function buttonList(buttons) {
    const show = onPostback === undefined ? answers : pressable
    return element(
      'ul',
      { class: 'card-buttons' },
      ...buttons.map((button) => element('li', {}, show(button))),
    )
  }

  function pressable({ text = 'Choose', postback_id, user_ids = [] }) {
    const isPressed = user_ids.includes(me)
    const node = element(
      'button',
      { type: 'button', class: 'card-button', 'aria-pressed': String(isPressed) },
      isPressed ? icon('check') : undefined,
      element('span', { dir: 'auto' }, text),
    )
    node.disabled = !isLive || postback_id === undefined
    node.addEventListener('click', () => onPostback(id, postback_id, !isPressed))
    return node
  }

  function answers({ text = 'Choose', user_ids = [] }) {
    return element(
      'p',
      { class: `card-answer${user_ids.length > 0 ? ' is-chosen' : ''}` },
      user_ids.length > 0 ? icon('check') : undefined,
      element('span', { dir: 'auto' }, text),
      user_ids.length > 0
        ? element('span', { class: 'card-who' }, ...sentence`Chosen by ${joined(user_ids.map(nameOf))}`)
        : undefined,
    )
  }
}

/**
 * Returns the picture of a card. A picture of another site becomes a link, because loading it would tell that site who
 * reads this and when.
 */
function cardPicture({ url, name = 'Picture' }) {
  return (
    picture(url, { alt: name, class: 'card-picture' }) ?? element('p', { dir: 'auto' }, webLink(url, name))
  )
}
