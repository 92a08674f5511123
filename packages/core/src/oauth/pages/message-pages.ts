import type { OAuthErrorCode } from '../../errors.js'
import { html } from './html.js'
import type { PageContent } from './page.js'

/** Renders an error page. Used instead of a redirect when the redirect address is not trusted. */
export function errorPage(code: OAuthErrorCode, explanation: string): PageContent {
  const body = html`<h1>This did not work</h1>
<p class="problem" role="alert">${explanation}</p>
<p class="soft">Error: <code>${code}</code></p>`
  return { kind: 'error', title: 'This did not work', body }
}

/** Renders the end of a sign-in in a pop-up. The page closes automatically if a window opened it. */
export function signedInPage(appName: string): PageContent {
  const body = html`<h1>You are signed in</h1>
<p><strong><bdi>${appName}</bdi></strong> has got access. You can close this window.</p>`
  return { kind: 'signed_in', title: 'You are signed in', body }
}

/** Renders the page after a denial. A denial does not redirect (spec authorization.md "States and transitions"). */
export function deniedPage(appName: string): PageContent {
  const body = html`<h1>Access denied</h1>
<p><strong><bdi>${appName}</bdi></strong> got no access to your account. You can close this window.</p>`
  return { kind: 'denied', title: 'Access denied', body }
}
