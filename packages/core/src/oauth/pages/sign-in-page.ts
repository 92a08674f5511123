import { html, nothing } from './html.js'
import type { PageContent } from './page.js'

/** Values that the sign-in page shows or sends back. */
export interface SignInPage {
  /** URL that the form is sent to. */
  readonly action: string
  readonly csrfToken: string
  /** Query of the authorization request, as it came. */
  readonly request: string
  readonly appName: string
  readonly login: string
  /** Problem with the last attempt; `undefined` at the first. */
  readonly problem: string | undefined
}

const focus = html` autofocus`

/** Renders the sign-in page. */
export function signInPage({ action, csrfToken, request, appName, login, problem }: SignInPage): PageContent {
  // The user has most likely mistyped the password, so a second attempt starts in the password field.
  const [loginFocus, passwordFocus] = login === '' ? [focus, nothing] : [nothing, focus]
  const body = html`<h1>Sign in</h1>
<p class="soft">to continue to <strong><bdi>${appName}</bdi></strong></p>
${problem === undefined ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrfToken}">
<input type="hidden" name="request" value="${request}">
<label for="login">Login</label>
<input id="login" name="login" dir="auto" value="${login}" autocomplete="username" autocapitalize="none" spellcheck="false" required${loginFocus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${passwordFocus}>
<div class="actions"><button>Sign in</button></div>
</form>`
  return { kind: 'sign_in', title: 'Sign in', body }
}
