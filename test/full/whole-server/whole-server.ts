import { describe, test } from 'node:test'
import { seedServer, socketIoTransport, testServer } from '@parley/conformance'
import { createParley, memoryFiles } from '@parley/core'
import { VirtualClock } from '@parley/core/testing'
import type { StartHost } from '../../support/host.js'
import { isNightly } from '../../support/profile.js'
import { type SiteBus, startSite } from '../../support/site.js'
import { connectOf, type SocketIoVersion, socketIoVersions } from '../../support/socket-io-link.js'
import { storageKinds } from '../../support/storages.js'

export interface WholeServer {
  readonly host: StartHost
  readonly storage: string
  /**
   * Versions of Socket.IO clients, which poll first and then upgrade to a websocket. The nightly profile uses all
   * versions.
   */
  readonly socketIo: readonly SocketIoVersion[]
  /** The bus between three nodes, over which requests are spread. Absent when there is one node. */
  readonly busKind?: SiteBus
  readonly skip?: string | false
}

/**
 * Registers the tests of a framework. The nightly profile runs them on all storages, otherwise only on the given one.
 */
export function testInHost(name: string, server: WholeServer): void {
  for (const storage of isNightly ? Object.keys(storageKinds) : [server.storage]) {
    testWholeServer(`a whole server in ${name}, on ${storage}`, { ...server, storage })
  }
}

/** Registers `testServer` for a server that is mounted in this way, with all options at their defaults. */
export function testWholeServer(title: string, server: WholeServer): void {
  const { host, storage, busKind, skip: noBus } = server
  const socketIo = (isNightly ? socketIoVersions : server.socketIo).map((version) =>
    socketIoTransport(`Socket.IO ${version}`, connectOf(version)),
  )
  const known = storageKinds[storage]
  if (known === undefined) throw new TypeError(`there is no storage ${storage}`)
  const { kind, skip: noStorage } = known
  describe(title, { skip: noStorage || (noBus ?? false) }, () => {
    testServer({
      test,
      // Messages between nodes take some time.
      supports: {
        websocket: true,
        socketIo,
        files: true,
        time: busKind === undefined,
        oneNode: busKind === undefined,
      },
      async factory() {
        const database = await kind()
        const files = memoryFiles()
        const clock = busKind === undefined ? new VirtualClock(Date.now()) : undefined
        const site = await startSite({
          ...{ host, path: '', hasSocketIo: true, busKind },
          openStorage: () => database.open(),
          create: (storage, bus) => createParley({ storage, files, bus, ...(clock && { clock }) }),
        })
        return {
          ...{ baseUrl: site.url, ...(await seedServer(site.parley.admin)), arrived: site.waitForMessages },
          passTime: async (ms: number) => clock?.advance(ms),
          cleanup: () => site.close().then(() => database.remove()),
        }
      },
    })
  })
}
