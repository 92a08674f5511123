import { Account } from './account.js'
import { AppsPage } from './apps-page.js'
import { BotsPage } from './bots-page.js'
import { ConsoleApi } from './console-api.js'
import { wireDialogs } from './console-dialogs.js'
import { ConsoleViews } from './console-views.js'
import { byId } from './dom.js'
import { PropertiesPage } from './properties-page.js'
import { SignIn } from './sign-in.js'
import { TeamPage } from './team-page.js'
import { TokensPage } from './tokens-page.js'
import { WebhooksPage } from './webhooks-page.js'

const signIn = new SignIn('console', () => views.start())
const api = new ConsoleApi(() => signIn.token, askAgain)
const account = new Account(api)
const views = new ConsoleViews(account, {
  apps: new AppsPage(api, account),
  bots: new BotsPage(api, account),
  tokens: new TokensPage(api, account),
  team: new TeamPage(api),
  webhooks: new WebhooksPage(api, account),
  properties: new PropertiesPage(api, account),
})

wireDialogs()
byId('sign-out').addEventListener('click', () => signIn.signOut())
signIn.start()

function askAgain() {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close()
  signIn.ask('Your sign-in has ended. Sign in again to go on.')
}
