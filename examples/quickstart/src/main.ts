import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localFiles } from '@parley/adapter-node'
import { createParley } from '@parley/core'
import { announce } from './announce.js'
import { encryptionKey } from './encryption-key.js'
import { listen, PortError } from './listen.js'
import { openPages } from './pages.js'
import { PasswordFile } from './passwords.js'
import { allowRedirects, firstTeams, provision } from './provision.js'
import { createQuickstartServer } from './server.js'
import { chooseStorage } from './storage.js'
import { TeamFile } from './teams.js'

const DRAIN_MS = 2_000

try {
  await start()
} catch (error) {
  if (!(error instanceof PortError)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exitCode = 1
}

async function start(): Promise<void> {
  const directory = process.env.PARLEY_QUICKSTART_DIRECTORY ?? '.parley'
  await mkdir(directory, { recursive: true })

  const { storage, note: storageNote } = await chooseStorage(directory)
  const parley = await createParley({
    storage,
    files: localFiles({ directory: join(directory, 'files') }),
    encryptionKeys: [await encryptionKey(join(directory, 'encryption.key'))],
    // Removes the location from photos, because agents and customers send them as files.
    photos: { removeLocation: 'all' },
    // Development only. By default, webhooks go to public addresses only.
    webhooks: { allowedTargets: ['127.0.0.1', 'localhost'] },
  })
  try {
    const passwords = await PasswordFile.open(join(directory, 'passwords.json'))
    const teams = await TeamFile.open(join(directory, 'teams.json'), firstTeams)
    const demo = await provision(parley.admin, passwords, teams)
    const server = createQuickstartServer(parley, await openPages(), demo)
    const { url, note } = await listen(server, process.env.PORT)
    await allowRedirects(parley.admin, demo, url)
    announce({ url, notes: [note, storageNote], agents: demo.agents, directory })
    closeOnSignal(async () => {
      // Parley closes first: it finishes requests in progress, and notifies the pages.
      await parley.close({ drainMs: DRAIN_MS })
      server.close()
      server.closeAllConnections()
    })
  } catch (error) {
    await parley.close()
    throw error
  }
}

function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal ends the process immediately.
      if (closing) process.exit(1)
      closing = true
      close().catch((error: unknown) => {
        console.error(error)
        process.exit(1)
      })
    })
  }
}
