import { ClusterNode } from './cluster.js'
import { introduce, leaveUp } from './introduction.js'
import { type Options, readOptions } from './options.js'
import { ClientNodes } from './places.js'
import { Play } from './play.js'
import { RoundRobin } from './round-robin.js'
import { createDatabase, type Database, requireRedis } from './servers.js'
import { SetUpError } from './set-up-error.js'
import { openShop } from './shop.js'
import { Story } from './story.js'
import { judge } from './verdict.js'

/** Steps that undo what the example has set up. They run last to first, however the example ends. */
const cleanups: (() => void | Promise<void>)[] = []
let isOver = false

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void undo().finally(() => process.exit(isOver ? process.exitCode : 1)))
}

try {
  await main(readOptions(process.argv.slice(2), process.env))
} catch (error) {
  process.exitCode = 1
  if (!(error instanceof SetUpError)) throw error
  console.error(`\n  ${error.message.replaceAll('\n', '\n  ')}\n`)
} finally {
  await undo()
}

async function main(options: Options): Promise<void> {
  const { stay, paceMs } = options
  await requireRedis(options.redis)
  const database = await createDatabase(options.postgres)
  cleanups.push(() => database.drop())
  const shop = await openShop(database.url)
  const nodes = await startNodes(options, database)
  const places = new ClientNodes()
  const proxy = new RoundRobin(nodes, (path, node) => places.note(path, node))
  cleanups.push(() => proxy.close())
  const url = await proxy.listen(options.port)
  const story = new Story()
  introduce(story, { database, redis: options.redis, nodes, url })
  const play = new Play({ nodes, places, url, shop, story, paceMs })
  cleanups.push(() => play.end())
  await play.run()
  if (!(await judge(story, play))) process.exitCode = 1
  isOver = true
  if (stay) await leaveUp(story, { url, shop, nodes, chatId: play.ada.chat.chatId })
}

async function startNodes({ redis }: Options, { url, name }: Database): Promise<readonly ClusterNode[]> {
  const nodes = ['A', 'B', 'C'].map(
    (letter) => new ClusterNode(letter, { postgres: url, redis, prefix: name }),
  )
  cleanups.push(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
  })
  await Promise.all(nodes.map((node) => node.start()))
  return nodes
}

async function undo(): Promise<void> {
  for (let next = cleanups.pop(); next !== undefined; next = cleanups.pop()) await next()
}
