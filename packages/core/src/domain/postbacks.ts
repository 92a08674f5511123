import type { RichMessageButton, RichMessageElement } from '../model/event.js'

/** A user's press on a button of a rich message. */
export interface Postback {
  readonly userId: string
  /** The `postback_id` of the buttons that it applies to. */
  readonly id: string
  readonly isToggled: boolean
}

/**
 * Returns the elements after the user has toggled, or untoggled, every button with that postback in any element (spec
 * chat.md "Events"). Returns `elements` itself when nothing changes, and `unknown` when no button has that postback.
 */
export function withPostback(
  elements: readonly RichMessageElement[],
  postback: Postback,
): readonly RichMessageElement[] | 'unknown' {
  const meant = elements.flatMap(({ buttons = [] }) => buttons.filter((button) => isMeant(button, postback)))
  if (meant.length === 0) return 'unknown'
  if (meant.every((button) => isToggledBy(button, postback.userId) === postback.isToggled)) return elements
  return elements.map((element) => {
    const { buttons } = element
    return buttons?.some((button) => isMeant(button, postback))
      ? Object.assign({}, element, { buttons: buttons.map((button) => pressed(button, postback)) })
      : element
  })
}

function isMeant({ postback_id }: RichMessageButton, { id }: Postback): boolean {
  return postback_id === id
}

function isToggledBy({ user_ids }: RichMessageButton, userId: string): boolean {
  return user_ids.includes(userId)
}

/** Returns the button after the press. Users are listed in the order in which they toggled it. */
function pressed(button: RichMessageButton, postback: Postback): RichMessageButton {
  const { userId, isToggled } = postback
  if (!isMeant(button, postback) || isToggledBy(button, userId) === isToggled) return button
  const others = button.user_ids.filter((id) => id !== userId)
  return Object.assign({}, button, { user_ids: isToggled ? [...others, userId] : others })
}
