/** The key code of a key press that belongs to an input method. */
const TAKEN_KEY_CODE = 229

/**
 * Returns whether a key belongs to an input method, which composes a character from several keys. In Safari,
 * `isComposing` is already false for the Enter that ends a composition; then only the key code shows it.
 */
export function isComposed({ isComposing, keyCode }) {
  return isComposing === true || keyCode === TAKEN_KEY_CODE
}

/** Calls `listener` for each key that is pressed in `target`, except keys that belong to an input method. */
export function onKey(target, listener) {
  target.addEventListener('keydown', (event) => {
    if (!isComposed(event)) listener(event)
  })
}

/** Stops key presses in `node` from reaching the elements behind it, such as the page behind a dialog. */
export function keepKeysIn(node) {
  node.addEventListener('keydown', (event) => event.stopPropagation())
}
