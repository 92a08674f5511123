/** The key code of a key that an input method has taken. */
const TAKEN_KEY_CODE = 229

/**
 * Whether the key belongs to an input method, which composes a character of several keys. Safari tells of the Enter that ends
 * a composition when `isComposing` is false again: then only the key code says it.
 */
export function isComposed({ isComposing, keyCode }) {
  return isComposing === true || keyCode === TAKEN_KEY_CODE
}

/** Calls `listener` with each key that is pressed in `target`, except those that belong to an input method. */
export function onKey(target, listener) {
  target.addEventListener('keydown', (event) => {
    if (!isComposed(event)) listener(event)
  })
}

/** What is behind `node`, such as the page behind a dialog, hears of no key that is pressed in it. */
export function keepKeysIn(node) {
  node.addEventListener('keydown', (event) => event.stopPropagation())
}
