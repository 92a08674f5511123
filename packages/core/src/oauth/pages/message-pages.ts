import type { OAuthErrorCode } from '../../errors.js'
import { html } from './html.js'
import type { PageContent } from './page.js'

/** Shown instead of a redirect: to an address that is not trusted nobody is sent. */
export function errorPage(code: OAuthErrorCode, explanation: string): PageContent {
  const body = html`<h1>This did not work</h1>
<p class="problem" role="alert">${explanation}</p>
<p class="soft">Error: <code>${code}</code></p>`
  return { kind: 'error', title: 'This did not work', body }
}

/** The end of a sign-in in a pop-up, which closes by itself where a window has opened it. */
export function signedInPage(appName: string): PageContent {
  const body = html`<h1>You are signed in</h1>
<p><strong><bdi>${appName}</bdi></strong> has got access. You can close this window.</p>`
  return { kind: 'signed_in', title: 'You are signed in', body }
}

/** A denial does not redirect (spec authorization.md "States and transitions"). */
export function deniedPage(appName: string): PageContent {
  const body = html`<h1>Access denied</h1>
<p><strong><bdi>${appName}</bdi></strong> got no access to your account. You can close this window.</p>`
  return { kind: 'denied', title: 'Access denied', body }
}
