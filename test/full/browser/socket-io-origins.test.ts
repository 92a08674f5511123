import { createServer, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { attachSocketIo } from '@parley/adapter-socketio'
import { createParley, type Parley, type ParleyOptions } from '@parley/core'
import { memoryStorage } from '@parley/storage-memory'
import { TestBrowser, waitUntilShown } from './browser.js'
import { clientVersions, listen, PollingSite } from './socket-io-page.js'

interface RealTime {
  readonly parley: Parley
  readonly server: Server
  readonly setting: { readonly server: string; readonly licenseId: number }
}

let browser: TestBrowser
let site: PollingSite

before(async () => {
  site = await PollingSite.open()
  browser = await TestBrowser.launch()
})
after(async () => {
  await browser?.close()
  site?.close()
})

async function serve(corsOrigins: ParleyOptions['corsOrigins']): Promise<RealTime> {
  const parley = await createParley({ storage: memoryStorage(), ...(corsOrigins && { corsOrigins }) })
  const server = createServer()
  attachSocketIo(server, parley)
  const origin = await listen(server)
  const { id: licenseId } = await parley.admin.licenses.create({ name: 'Shop' })
  return { parley, server, setting: { server: origin, licenseId } }
}

async function stop({ parley, server }: RealTime): Promise<void> {
  await parley.close()
  server.closeAllConnections()
  server.close()
}

for (const version of clientVersions) {
  test(`client ${version} polls from a page of another origin`, async () => {
    for (const corsOrigins of ['*', [site.origin]] as const) {
      const realTime = await serve(corsOrigins)
      try {
        const page = await browser.open(site.pageOf(version, realTime.setting))
        await waitUntilShown(page.getByText('ping answered'))
        browser.assertNoProblems()
        await page.context().close()
      } finally {
        await stop(realTime)
      }
    }
  })

  test(`client ${version} does not poll from an origin that corsOrigins does not name`, async () => {
    const realTime = await serve(['https://shop.example'])
    try {
      const page = await browser.open(site.pageOf(version, realTime.setting))
      await waitUntilShown(page.getByText('not connected'))
      browser.forgive(/CORS policy|ERR_FAILED/)
      browser.assertNoProblems()
      await page.context().close()
    } finally {
      await stop(realTime)
    }
  })
}
