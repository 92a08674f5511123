import type { DemoAgent } from './provision.js'

export interface Announcement {
  readonly url: string
  readonly notes: readonly (string | undefined)[]
  readonly agents: readonly DemoAgent[]
  readonly directory: string
}

export function announce({ url, notes, agents, directory }: Announcement): void {
  const pages = [
    ['Customer', `${url}/`, 'a shop with a chat bubble'],
    ['Agent', `${url}/desk`, 'sign in as Ada, Grace or Linus'],
    ['Console', `${url}/console`, 'apps, bots, webhooks and properties, as Ada'],
    ['Reference', `${url}/reference`, 'every action of the APIs, to read and to try'],
  ].map(([who = '', address = '', what = '']) => `    ${who.padEnd(11)}${address.padEnd(34)}${what}`)
  const accounts = agents.map(
    ({ login, password, permission }) => `    ${login.padEnd(20)}${password.padEnd(28)}${permission}`,
  )

  console.log(
    [
      '',
      '  Parley is running. Open the customer and an agent side by side:',
      '',
      ...pages,
      '',
      '  Logins and passwords:',
      '',
      ...accounts,
      '',
      ...notes.flatMap((note) => (note === undefined ? [] : [`  ${note}`])),
      '  All of it answers on this computer only.',
      `  Data: ${directory} (delete it to start afresh). Stop: Ctrl+C`,
      '',
    ].join('\n'),
  )
}
