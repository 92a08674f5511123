import assert from 'node:assert/strict'
import { test } from 'node:test'
import compression from 'compression'
import cors from 'cors'
import type { Express } from 'express'
import express from 'express'
import express4 from 'express-4'
import session from 'express-session'
import morgan from 'morgan'
import { expressHost } from '../../hosts/express-hosts.js'
import { testHost } from '../../hosts/suite.js'
import { useEngine } from '../../support/engine.js'
import { memoryDatabase } from '../../support/storages.js'

const shop = 'https://shop.example'
const lines: string[] = []

/** Wraps `writeHead` like `on-headers` before 1.1, which morgan 1.10.0 and express-session 1.17.3 use. */
function wrapAnswers(app: Express): void {
  const write = (line: string) => void lines.push(line)
  app.use(morgan(':status :res[content-type]', { stream: { write } }))
  app.use(session({ secret: 'secret', resave: false, saveUninitialized: true }))
  app.use(compression())
  app.use(cors({ origin: shop, credentials: true, preflightContinue: true }))
}

const hosts = {
  'Express 5 behind morgan, express-session, compression and cors': expressHost(express, wrapAnswers),
  'Express 4 behind the same': expressHost(express4, wrapAnswers),
}

for (const [name, host] of Object.entries(hosts)) {
  testHost(name, host)

  const suite = useEngine(memoryDatabase, { host })

  test(`a response in ${name} has its own headers and those of the host`, async () => {
    lines.length = 0
    const { headers } = await fetch(`${suite.engine.origin}/agent/v0.4/action/get_agents`, {
      method: 'POST',
      headers: { origin: shop },
    })
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(headers.get('access-control-allow-origin'), shop)
    assert.equal(headers.get('access-control-allow-credentials'), 'true')
    assert.match(headers.get('set-cookie') ?? '', /^connect\.sid=/)
    assert.deepEqual(lines, ['401 application/json; charset=utf-8\n'])
  })
}
