import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { Program } from '../examples/program.js'
import { makeProgramFolder } from '../support/program-folder.js'
import { noBetterSqlite3 } from '../support/sqlite-file.js'
import { blocksOf } from './blocks.js'

const tellsPort = new URL('tells-port-main.ts', import.meta.url).href
const guides = new URL('../../docs/guides/hosts/', import.meta.url)

/**
 * Names of the guides whose frameworks are installed with the repository. Those in the next list are installed
 * only for the full suite.
 */
export const installedHosts = ['express', 'hono', 'node-http']
export const fullHosts = ['fastify', 'koa', 'nestjs', 'nextjs']

/** Registers a test for each guide that runs its program in a folder in which its framework can be found. */
export function testHostGuides(names: readonly string[], options: { readonly imports?: 'full' } = {}): void {
  for (const name of names) {
    test(`the program of ${name}.md serves Parley and the rest of the site, and stops cleanly`, {
      skip: noBetterSqlite3,
    }, async () => {
      const folder = makeProgramFolder(options)
      const program = start(folder, readFileSync(new URL(`${name}.md`, guides), 'utf8'))
      try {
        const port = await program.waitForLine(/listens on port (\d+)/)
        const origin = `http://127.0.0.1:${port}`
        assert.equal((await fetch(`${origin}/support/health/ready`)).status, 200)
        assert.equal(await (await fetch(origin)).text(), 'The rest of my site')
        const websocket = new WebSocket(`ws://127.0.0.1:${port}/support/agent/v0.4/rtm/ws`)
        await once(websocket, 'open')
        const closed = once(websocket, 'close')
        await program.stop()
        assert.equal((await closed)[0], 1012)
      } finally {
        await program.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    })
  }
}

/** Starts the program of the guide in a folder from which the packages can be imported. */
function start(folder: string, guide: string): Program {
  const [code = ''] = blocksOf(guide, 'js')
  const file = join(folder, 'program.mjs')
  // Next.js finds its pages in the folder `app`.
  mkdirSync(join(folder, 'app'))
  writeFileSync(
    join(folder, 'app', 'route.js'),
    "export const GET = () => new Response('The rest of my site')",
  )
  writeFileSync(file, code.replace("'parley.db'", "':memory:'"))
  return new Program(
    [process.execPath, `--import=${tellsPort}`, file],
    { PORT: '0', NEXT_TELEMETRY_DISABLED: '1' },
    folder,
  )
}
