import { Html, html } from './html.js'
import type { PopUpMessage } from './page.js'

/** The message is in attributes, so the script is the same on every page and nothing has to be escaped inside it. */
const script = `(({message, targetOrigin, closes}) => {
  if (!opener) return
  opener.postMessage(JSON.parse(message), targetOrigin)
  if (closes) close()
})(document.currentScript.dataset)`

/**
 * Renders a script that posts the message to the window that opened the page. It closes the page only if `closes` is
 * set; a denial or an error stays visible.
 */
export function popUpScript({ message, targetOrigin }: PopUpMessage, closes: boolean, nonce: string): Html {
  return html`
<script nonce="${nonce}" data-target-origin="${targetOrigin}" data-message="${JSON.stringify(message)}"
${closes ? 'data-closes="1"' : ''}>${new Html(script)}</script>`
}
