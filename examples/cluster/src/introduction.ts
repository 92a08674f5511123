import type { ClusterNode } from './cluster.js'
import type { Database } from './servers.js'
import type { Shop } from './shop.js'
import type { Story } from './story.js'

export interface Scenery {
  readonly database: Database
  readonly redis: string
  readonly nodes: readonly ClusterNode[]
  /** Address of the proxy. */
  readonly url: string
}

export function introduce(story: Story, { database, redis, nodes, url }: Scenery): void {
  story.title('Three nodes of Parley on one PostgreSQL, with Redis between them')
  story.table([
    ['PostgreSQL', `${new URL(database.url).host}/${database.name}`, 'a database for this run'],
    ['Redis', new URL(redis).host, 'carries news from node to node'],
    ...nodes.map(({ name, port, pid }) => [`Node ${name}`, `http://127.0.0.1:${port}`, `process ${pid}`]),
    ['Proxy', url, 'nodes take turns; a polling session stays on its node'],
  ])
}

export interface StandingScenery {
  readonly nodes: readonly ClusterNode[]
  readonly url: string
  readonly shop: Shop
  readonly chatId: string
}

/** Prints what can be inspected, and keeps everything running until a signal ends the process. */
export async function leaveUp(story: Story, { nodes, url, shop, chatId }: StandingScenery): Promise<never> {
  story.showHint([
    'All of it stays up until Ctrl+C. The chat, by whichever node:',
    '',
    `  curl -X POST ${url}/agent/v0.4/action/get_chat_threads \\`,
    `    -H 'Authorization: Bearer ${shop.agentToken}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify({ payload: { chat_id: chatId } })}'`,
    '',
    'What a node reports about itself and its parts:',
    '',
    ...nodes.map(({ name, port }) => `  curl http://127.0.0.1:${port}/health   # node ${name}`),
    '',
  ])
  return new Promise(() => {})
}
