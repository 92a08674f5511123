import { type Scope, scopes } from '../../packages/core/src/contract/scopes.js'
import { page, table } from '../markdown.js'
import { actionEntries, actionPath } from './entries.js'

/** Uses of scopes that no action of an API requires. */
const usedOtherwise: Readonly<Partial<Record<Scope, string>>> = {
  'customers.identity--manage':
    '`POST {auth_url}/customer/` of the authorization service, which issues customer tokens',
}

/** Returns the page of the scopes that an app can be registered with, and what each of them allows. */
export function scopesPage(): string {
  const names = Object.keys(scopes) as Scope[]
  const unused = names.filter((name) => usersOf(name) === '')
  return page('Scopes', [
    'Scopes decide what an app can do. An app is registered with scopes, the agent grants them on the consent page, and',
    'each token carries them. When an action lists several scopes, any one that covers the chat is enough. A scope of level',
    '`administrator` has no effect while the agent of the token is not an administrator.',
    '',
    ...table(
      ['Scope', 'Level', 'Meaning', 'Required by'],
      names.map((name) => [
        `\`${name}\``,
        scopes[name].level,
        scopes[name].meaning,
        usersOf(name) || 'nothing',
      ]),
    ),
    '',
    `No documented action requires ${unused.map((name) => `\`${name}\``).join(' or ')}. Apps can be registered with them,`,
    'because the specification lists them and apps name them; they allow nothing beyond what the other scopes allow.',
    'Agents read customers with their chats (`chats--all:read`, `chats--my:read`); a host reads and changes them in',
    'process, with `parley.admin.customers`.',
  ])
}

function usersOf(scope: Scope): string {
  const entries = actionEntries.filter(({ variants }) =>
    variants.some(({ contract }) => contract.scopes.includes(scope)),
  )
  const links = entries.map(({ api, name }) => `[\`${name}\`](${actionPath(api, name)})`)
  return links.join(', ') || (usedOtherwise[scope] ?? '')
}
