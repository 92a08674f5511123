import { byId } from './dom.js'
import { actionPage } from './reference-action.js'
import { ReferenceContents } from './reference-contents.js'
import { ReferenceDocuments } from './reference-documents.js'
import { overviewPage } from './reference-overview.js'
import { ReferenceTokens } from './reference-tokens.js'
import { webhookPage } from './reference-webhook.js'

const documents = new ReferenceDocuments()
const tokens = new ReferenceTokens()
const contents = new ReferenceContents()

addEventListener('hashchange', () => showAddressed({ isMoved: true }))
showAddressed({ isMoved: false })

/** Shows the page that the fragment of the address names, such as `#agent-v0.4/send_event`. */
async function showAddressed({ isMoved }) {
  const { hash } = location
  const view = await documents.open(hash.slice(1)).catch(() => undefined)
  // The reader may have opened another page while the document was loading.
  if (hash !== location.hash) return
  byId('loading').hidden = true
  if (view === undefined) say('The reference cannot be loaded. Reload the page to try again.')
  else show(view, isMoved)
}

function show(view, isMoved) {
  const { api, operation, missingId } = view
  say(missingId === undefined ? '' : `There is no “${missingId}” in ${api.name} ${api.version}.`)
  contents.show(view)
  byId('page').replaceChildren(pageOf(view))
  document.title = [operation?.name, `${api.name} ${api.version}`, 'Parley API reference']
    .filter((part) => part !== undefined)
    .join(' · ')
  if (!isMoved) return
  scrollTo(0, 0)
  byId('title').focus({ preventScroll: true })
}

function pageOf(view) {
  if (view.operation === undefined) return overviewPage(view)
  return view.operation.isWebhook ? webhookPage(view) : actionPage(view, tokens)
}

function say(problem) {
  byId('problem').hidden = problem === ''
  byId('problem').textContent = problem
}
