import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { attachRtm, createListener } from '@parley/adapter-node'
import { listening } from '../../hosts/listening.js'
import type { StartHost } from '../../support/host.js'

/** What is used of it here: its own declarations would change those of `process.env` in all tests. */
interface NextServer {
  prepare(): Promise<void>
  getRequestHandler(): RequestListener
  close(): Promise<void>
}

interface NextOptions {
  readonly dev: boolean
  readonly dir: string
  readonly quiet: boolean
}

// From the source file: a bundle of it is in a folder that has no Next.js.
const requireHere = createRequire(import.meta.url)
const next: (options: NextOptions) => NextServer = requireHere('next')
const site = fileURLToPath(new URL('next-site', import.meta.url))
const program = requireHere.resolve('next/dist/bin/next')

/** Next.js serves only what it has built. */
export async function buildNextSite(): Promise<void> {
  const { NODE_V8_COVERAGE: _, ...env } = process.env
  await promisify(execFile)(process.execPath, [program, 'build', site], {
    env: { ...env, NEXT_TELEMETRY_DISABLED: '1' },
  })
}

/** A custom server: Next.js answers every request, and listens to upgrades itself, once the first request has come. */
export const nextHost: StartHost = async (parley) => {
  const app = next({ dev: false, dir: site, quiet: true })
  await app.prepare()
  const handle = app.getRequestHandler()
  const toParley = createListener(parley)
  const server = createServer((request, response) =>
    toParley(request, response, () => handle(request, response)),
  )
  attachRtm(server, parley)
  return listening(server, app)
}
