import type { RichMessageButton, RichMessageElement } from '../model/event.js'

/** What a user says by a button of a rich message. */
export interface Postback {
  readonly userId: string
  /** `postback_id` of the buttons that are meant. */
  readonly id: string
  readonly isToggled: boolean
}

/**
 * The elements once that user has toggled every button of that postback, in whichever element, or has taken it back (spec
 * chat.md "Events"). `elements` itself where it is so already; `unknown`: no button has that postback.
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

/** Who toggled it first stands first. */
function pressed(button: RichMessageButton, postback: Postback): RichMessageButton {
  const { userId, isToggled } = postback
  if (!isMeant(button, postback) || isToggledBy(button, userId) === isToggled) return button
  const others = button.user_ids.filter((id) => id !== userId)
  return Object.assign({}, button, { user_ids: isToggled ? [...others, userId] : others })
}
