import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cell, home, quickCells } from '../support/cells.js'
import { agentVersions, customerVersions } from '../support/world.js'

const storages = ['SQLite', 'PostgreSQL']
/** Number of days after which the pairing starts again. */
const period = 432
const days = Array.from({ length: period }, (_, index) => 20_000 + index)

const away = (day: number) => quickCells(storages, day).filter((cell) => cell !== home)

test('every body runs at home, and in at most one other cell', () => {
  for (const day of days) {
    for (let body = 0; body < 60; body += 1) {
      const takingCells = quickCells(storages, day).filter((cell) => cell.takes(body))
      assert.equal(takingCells[0], home, `body ${body} on day ${day}`)
      assert.ok(takingCells.length <= 2, `body ${body} on day ${day}`)
    }
  }
})

test('each version, transport and storage comes up every day', () => {
  for (const day of days) {
    const cells = away(day)
    const versions = (api: 'customer' | 'agent') => new Set(cells.flatMap((cell) => cell.versions[api]))
    assert.deepEqual(versions('customer'), new Set(customerVersions), `day ${day}`)
    assert.deepEqual(versions('agent'), new Set(agentVersions), `day ${day}`)
    assert.deepEqual(new Set(cells.flatMap((cell) => cell.transports)), new Set(['web', 'rtm']), `day ${day}`)
    assert.deepEqual(new Set(cells.map((cell) => cell.storage)), new Set(storages), `day ${day}`)
  }
})

test('every other cell meets a suite of three bodies', () => {
  for (const day of days) {
    for (const cell of away(day))
      assert.ok(
        [0, 1, 2].some((body) => cell.takes(body)),
        `day ${day}`,
      )
  }
})

test('within 432 days every body runs in every combination of an API', () => {
  for (const api of ['customer', 'agent'] as const) {
    const all = api === 'customer' ? customerVersions : agentVersions
    const wanted = new Set(
      storages.flatMap((storage) =>
        ['web', 'rtm'].flatMap((transport) => all.map((version) => `${storage} ${transport} ${version}`)),
      ),
    )
    for (let body = 0; body < 48; body += 1)
      assert.deepEqual(cellsOf(body, api), wanted, `${api}, body ${body}`)
  }
})

function cellsOf(body: number, api: 'customer' | 'agent'): ReadonlySet<string> {
  const cells = days.flatMap((day) => away(day).filter((cell) => cell.takes(body)))
  return new Set(cells.map((cell) => nameOf(cell, api)))
}

function nameOf({ storage, transports, versions }: Cell, api: 'customer' | 'agent'): string {
  return `${storage} ${transports.join()} ${versions[api].join()}`
}
