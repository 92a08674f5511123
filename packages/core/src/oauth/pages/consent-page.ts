import { type Scope, scopes as scopeTable } from '../../contract/scopes.js'
import { html } from './html.js'
import type { PageContent } from './page.js'

export interface ConsentPage {
  readonly action: string
  readonly csrfToken: string
  readonly request: string
  readonly appName: string
  readonly agentName: string
  readonly agentId: string
  readonly redirectHost: string
  readonly asked: readonly Scope[]
  readonly granted: readonly Scope[]
}

/** Lists what is asked in plain words, and marks what this user cannot grant (decisions §4.4). */
export function consentPage(page: ConsentPage): PageContent {
  const body = html`<h1>${page.appName} asks for access</h1>
<p class="soft">You are signed in as <strong>${page.agentName}</strong> (${page.agentId}).</p>
<p>If you allow it, the application can:</p>
<ul>${page.asked.map((scope) => scopeItem(scope, page.granted.includes(scope)))}</ul>
<p class="soft">You will be sent to <strong>${page.redirectHost}</strong>.</p>
<form method="post" action="${page.action}">
<input type="hidden" name="csrf" value="${page.csrfToken}">
<input type="hidden" name="request" value="${page.request}">
<div class="actions">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="second">Deny</button>
</div>
</form>`
  return { kind: 'consent', title: `${page.appName} asks for access`, body }
}

function scopeItem(scope: Scope, isGranted: boolean) {
  const { meaning } = scopeTable[scope]
  return isGranted
    ? html`<li>${meaning}</li>`
    : html`<li class="off"><s>${meaning}</s><small>Not granted: only an administrator can</small></li>`
}
