import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { attachRtm, createListener } from '@parley/adapter-node'
import { listening } from '../../hosts/listening.js'
import type { StartHost } from '../../support/host.js'

/** The used part of the Next.js server. Its own declarations would change those of `process.env` in all tests. */
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

// Resolves from the source file, because a bundle is in a folder without Next.js.
const requireHere = createRequire(import.meta.url)
const next: (options: NextOptions) => NextServer = requireHere('next')
const site = fileURLToPath(new URL('next-site', import.meta.url))
const program = requireHere.resolve('next/dist/bin/next')

/** Builds the site, because Next.js serves only what was built before. */
export async function buildNextSite(): Promise<void> {
  const { NODE_V8_COVERAGE: _, ...env } = process.env
  await promisify(execFile)(process.execPath, [program, 'build', site], {
    env: { ...env, NEXT_TELEMETRY_DISABLED: '1' },
  })
}

/**
 * A custom server. Next.js handles every request, and registers its own upgrade listener once the first request has
 * arrived.
 */
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
