import { type Attempt, beginSignIn, requireOwnOrigin, type SignInOptions } from './attempt.js'
import type { AccessToken } from './response.js'
import type { SignInError } from './sign-in-error.js'

/** Options of `signInButton`. */
export interface SignInButtonOptions extends SignInOptions {
  /** Element to which the button is appended. */
  readonly container: Element
  /** Text of the button. Default: "Sign in with Parley". */
  readonly label?: string
  /** Called with the token after a successful sign-in. */
  readonly onToken: (token: AccessToken) => void
  /** Called when a sign-in fails, unless the user has started another one. */
  readonly onError: (error: SignInError) => void
}

/** Styles of the button. The mark is a speech bubble: a ring with one corner. */
const css = `:host{display:inline-block}
button{display:flex;gap:.75em;align-items:center;justify-content:center;width:100%;min-height:44px;
padding:.5em 1.25em;border:0;border-radius:.5em;font:inherit;font-weight:600;cursor:pointer;outline-offset:2px;
color:var(--parley-sign-in-color,#fff);background:var(--parley-sign-in-background,#0f6b5c)}
button:hover{filter:brightness(.9)}
button::before{content:"";width:.75em;height:.75em;border:.2em solid;border-radius:50% 50% 50% 0}`

/**
 * Appends a sign-in button to `container` and returns its host element. Style it with the custom properties
 * `--parley-sign-in-color` and `--parley-sign-in-background`, or with `.parley-sign-in::part(button)`.
 */
export function signInButton(options: SignInButtonOptions): HTMLElement {
  requireOwnOrigin(options)
  const host = document.createElement('span')
  const button = document.createElement('button')
  const sheet = new CSSStyleSheet()
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true })
  host.className = 'parley-sign-in'
  button.type = 'button'
  button.part.add('button')
  button.textContent = options.label ?? 'Sign in with Parley'
  button.onclick = onClick(options)
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  root.append(button)
  options.container.append(host)
  return host
}

/** Returns the click handler. A second click focuses the open pop-up. */
function onClick(options: SignInButtonOptions): () => void {
  let latest: Attempt | undefined
  return () => {
    if (latest?.popup?.closed === false) return latest.popup.focus()
    const attempt = beginSignIn(options)
    latest = attempt
    attempt.result.then(options.onToken, (error: SignInError) => {
      if (latest === attempt) options.onError(error)
    })
  }
}
