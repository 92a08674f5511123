import { Redis } from 'ioredis'
import { type ProvidedServer, running } from './provided-server.js'
import { findRedisServer, RedisServer } from './redis-server.js'

const LOCAL_URL = 'redis://127.0.0.1:6379'

/** Provides a Redis server for tests. Resolves with `undefined` when Redis is not installed on this machine. */
export async function provideRedis(): Promise<ProvidedServer | undefined> {
  const configured = process.env.PARLEY_TEST_REDIS
  if (configured) return running(configured, 'PARLEY_TEST_REDIS')
  if (await answers(LOCAL_URL)) return running(LOCAL_URL, 'the local server')
  const program = findRedisServer()
  if (program === undefined) return undefined
  const server = await RedisServer.start(program)
  return { url: server.url, origin: `a throw-away server, ${program}`, stop: () => server.stop() }
}

async function answers(url: string): Promise<boolean> {
  const once = { lazyConnect: true, connectTimeout: 2000, maxRetriesPerRequest: 0, retryStrategy: () => null }
  const client = new Redis(url, once)
  // The ping shows whether the connection works. Without a listener, the client would print each error.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return true
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}
