import type { DemoAgent } from './provision.js'

export interface Announcement {
  readonly url: string
  readonly note?: string | undefined
  readonly agents: readonly DemoAgent[]
  readonly database: string
}

export function announce({ url, note, agents, database }: Announcement): void {
  const pages = [
    ['Customer', `${url}/`, 'a shop with a chat bubble'],
    ...agents.map((agent) => [agent.name, `${url}/desk/${agent.key}`, `agent, ${agent.permission}`]),
  ].map(([who = '', address = '', what = '']) => `    ${who.padEnd(10)}${address.padEnd(36)}${what}`)

  console.log(
    [
      '',
      '  Parley is running. Open the customer and an agent side by side:',
      '',
      ...pages,
      '',
      ...(note === undefined ? [] : [`  ${note}`]),
      '  These pages need no password, so they answer on this computer only.',
      `  Data: ${database} (delete it to start afresh). Stop: Ctrl+C`,
      '',
    ].join('\n'),
  )
}
