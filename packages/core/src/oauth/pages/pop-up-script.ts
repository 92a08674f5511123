import { Html, html } from './html.js'
import type { PopUpAnswer } from './page.js'

/** The answer is in attributes, so that the script is the same for every page and nothing has to be escaped in it. */
const script = `(({message, targetOrigin, closes}) => {
  if (!opener) return
  opener.postMessage(JSON.parse(message), targetOrigin)
  if (closes) close()
})(document.currentScript.dataset)`

/** Hands the answer to the window that opened the page. A denial or an error stays to be read. */
export function popUpScript({ message, targetOrigin }: PopUpAnswer, closes: boolean, nonce: string): Html {
  return html`
<script nonce="${nonce}" data-target-origin="${targetOrigin}" data-message="${JSON.stringify(message)}"
${closes ? 'data-closes="1"' : ''}>${new Html(script)}</script>`
}
