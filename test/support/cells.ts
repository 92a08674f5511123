import { AsyncLocalStorage } from 'node:async_hooks'
import { test as nodeTest, type TestContext, type TestOptions } from 'node:test'
import type { Transport } from './caller.js'
import { profile, seed } from './profile.js'
import { noSqlite } from './sqlite-file.js'
import { type Api, agentVersions, customerVersions, newestVersion } from './world.js'

/** What bodies of tests run on: one storage, with these versions of the APIs over these transports. */
export interface Cell {
  readonly title: string
  readonly storage: string
  readonly versions: Readonly<Record<Api, readonly string[]>>
  readonly transports: readonly Transport[]
  /** Which bodies of a suite run here; `index` counts them in the order in which they stand in the file. */
  readonly takes: (index: number) => boolean
}

const newest = { customer: [newestVersion.customer], agent: [newestVersion.agent] } as const
const transports = ['web', 'rtm'] as const
const all = () => true

/** All versions over both transports; in the quick profile, the newest ones. */
export function wholeCell(storage: string): Cell {
  const versions = profile === 'quick' ? newest : { customer: customerVersions, agent: agentVersions }
  return { title: storage, storage, versions, transports, takes: all }
}

const homeStorage = noSqlite === false ? 'SQLite' : 'memory'

/** In the quick profile every body runs here. */
export const home: Cell = {
  title: homeStorage,
  storage: homeStorage,
  versions: newest,
  transports: ['rtm'],
  takes: all,
}

/** The quick profile has as many cells beside the home, and deals the bodies of each suite out to them. */
const awayCount = 3

/**
 * The cells of a suite in the quick profile. Each body runs at home, on SQLite in the newest versions over websockets,
 * and in one of the other cells, among which each version, transport and storage comes up. The day chooses which go
 * together, so that over 54 days every body meets every combination.
 */
export function quickCells(storages: readonly string[], day = seed): readonly Cell[] {
  const away = Array.from({ length: awayCount }, (_, index): Cell => {
    const customer = pick(customerVersions, index + day)
    const agent = pick(agentVersions, index + Math.floor(day / 3) + day)
    const transport = pick(transports, index + Math.floor(day / 3))
    const storage = pick(storages, index + Math.floor(day / 6))
    return {
      title: `${storage}, with customer ${customer} and agent ${agent} over ${transport}`,
      storage,
      versions: { customer: [customer], agent: [agent] },
      transports: [transport],
      takes: (body) => (body + Math.floor(day / 18)) % awayCount === index,
    }
  })
  return [home, ...away]
}

function pick<T>(choices: readonly T[], index: number): T {
  const choice = choices[index % choices.length]
  if (choice === undefined) throw new TypeError('there is nothing to choose from')
  return choice
}

const current = new AsyncLocalStorage<{ readonly cell: Cell; bodyCount: number }>()

/** Registers a suite whose bodies run in that cell. */
export function inCell(cell: Cell, register: () => void): void {
  current.run({ cell, bodyCount: 0 }, register)
}

/** What of the APIs the bodies run with that are registered now. */
export function currentCell(): Pick<Cell, 'versions' | 'transports'> {
  return current.getStore()?.cell ?? wholeCell('')
}

type Body = (context: TestContext) => Promise<void> | void

/** A test that runs only in the cells that take it. Outside of cells it is Node's own. */
export function test(title: string, body: Body): void
export function test(title: string, options: TestOptions, body: Body): void
export function test(title: string, options: TestOptions | Body, body?: Body): void {
  const suite = current.getStore()
  if (suite !== undefined && !suite.cell.takes(suite.bodyCount++)) return
  if (typeof options === 'function') nodeTest(title, options)
  else nodeTest(title, options, body)
}
