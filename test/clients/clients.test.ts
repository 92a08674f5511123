import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { attachRtm, createListener } from '@parley/adapter-node'
import { certificate } from '../support/certificate.js'
import { useEngine } from '../support/engine.js'
import { homeDatabase } from '../support/storages.js'
import { curl } from './curl.js'
import { java } from './java.js'
import { recordings } from './recorded.js'
import { requestCases } from './request-cases.js'

describe('clients that prefer HTTP/2', () => {
  const suite = useEngine(homeDatabase)
  const secure = createServer(certificate)

  before(async () => {
    const { parley } = suite.engine
    secure.on('request', createListener(parley))
    attachRtm(secure, parley)
    secure.listen(0, '127.0.0.1')
    await once(secure, 'listening')
  })
  after(() => {
    secure.close()
    secure.closeAllConnections()
  })

  for (const [where, originOf] of [
    ['in the clear', () => suite.engine.origin],
    ['over TLS', () => `https://127.0.0.1:${portOf(secure.address())}`],
  ] as const) {
    describe(where, () => {
      for (const client of [curl, java, ...recordings]) {
        test(`${client.name} calls the Web API, with and without bodies`, { skip: client.skip }, async () => {
          const requests = requestCases(await (await suite.world()).customer())
          const answers = await client.ask(originOf(), requests)
          assert.equal(answers.length, requests.length)
          for (const [index, { name, check }] of requests.entries()) {
            const answer = answers[index]
            assert.equal(answer?.status, 200, `${name}: ${answer?.body}`)
            check(JSON.parse(answer.body))
          }
        })
      }
    })
  }
})

function portOf(address: string | AddressInfo | null): number {
  assert.ok(address !== null && typeof address === 'object')
  return address.port
}
