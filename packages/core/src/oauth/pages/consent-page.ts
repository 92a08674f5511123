import { type Scope, scopes as scopeTable } from '../../contract/scopes.js'
import { type Html, html, nothing } from './html.js'
import type { PageContent } from './page.js'

/** Values that the consent page shows or sends back. */
export interface ConsentPage {
  readonly action: string
  readonly csrfToken: string
  readonly request: string
  /** Hash of what the page shows. It is sent back with the decision, so that the decision applies to this page only. */
  readonly mark: string
  readonly appName: string
  readonly agentName: string
  readonly agentId: string
  /** Whether this service signs users in, and not the host. */
  readonly canSwitch: boolean
  readonly redirectHost: string
  /** Whether the page reports to the window that opened it, instead of redirecting. */
  readonly isInPopUp: boolean
  readonly requested: readonly Scope[]
  readonly granted: readonly Scope[]
}

/**
 * Renders the consent page. It lists the requested scopes in plain words, and marks those that this user cannot grant
 * (decisions §4.4).
 */
export function consentPage(page: ConsentPage): PageContent {
  const body = html`<h1><bdi>${page.appName}</bdi> asks for access</h1>
<form method="post" action="${page.action}">
<input type="hidden" name="csrf" value="${page.csrfToken}">
<input type="hidden" name="request" value="${page.request}">
<input type="hidden" name="mark" value="${page.mark}">
<div class="who"><p><strong><bdi>${page.agentName}</bdi></strong><br><span class="soft"><bdi>${page.agentId}</bdi></span></p>
${page.canSwitch ? html`<button name="decision" value="switch" class="link">Not you?</button>` : nothing}</div>
${requestedScopes(page)}
<p class="soft">${destination(page)}</p>
<div class="actions">
<button name="decision" value="deny" class="second">Deny</button>
<button name="decision" value="allow">Allow</button>
</div>
</form>`
  return { kind: 'consent', title: `${page.appName} asks for access`, body }
}

function destination({ redirectHost, isInPopUp }: ConsentPage): Html {
  return isInPopUp
    ? html`This window will close and tell <strong>${redirectHost}</strong>.`
    : html`You will be sent to <strong>${redirectHost}</strong>.`
}

function requestedScopes({ requested, granted }: ConsentPage): Html {
  if (requested.length === 0)
    return html`<p>If you allow it, the application learns who you are, and nothing else.</p>`
  return html`<p>If you allow it, the application can:</p>
<ul>${requested.map((scope) => scopeItem(scope, granted.includes(scope)))}</ul>`
}

function scopeItem(scope: Scope, isGranted: boolean): Html {
  const { plainWords } = scopeTable[scope]
  return isGranted
    ? html`<li>${plainWords}</li>`
    : html`<li class="off"><s>${plainWords}</s><small>Not granted: only an administrator can</small></li>`
}
