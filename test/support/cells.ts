import { AsyncLocalStorage } from 'node:async_hooks'
import { test as nodeTest, type TestContext, type TestOptions } from 'node:test'
import type { Transport } from './caller.js'
import { profile, seed } from './profile.js'
import { noSqlite } from './sqlite-file.js'
import { type Api, agentVersions, customerVersions, newestVersion } from './world.js'

/** A combination in which test bodies run: a storage, versions of the APIs, and transports. */
export interface Cell {
  readonly title: string
  readonly storage: string
  readonly versions: Readonly<Record<Api, readonly string[]>>
  readonly transports: readonly Transport[]
  /** Whether the body at this position of its suite runs here. */
  readonly takes: (index: number) => boolean
}

const newest = { customer: [newestVersion.customer], agent: [newestVersion.agent] } as const
const transports = ['web', 'rtm'] as const
const all = () => true

/**
 * Returns a cell in which every body runs over both transports with every version. In the quick profile it has only the
 * newest versions.
 */
export function wholeCell(storage: string): Cell {
  const versions = profile === 'quick' ? newest : { customer: customerVersions, agent: agentVersions }
  return { title: storage, storage, versions, transports, takes: all }
}

const homeStorage = noSqlite === false ? 'SQLite' : 'memory'

/** The cell in which every body runs in the quick profile. */
export const home: Cell = {
  title: homeStorage,
  storage: homeStorage,
  versions: newest,
  transports: ['rtm'],
  takes: all,
}

/** Number of cells beside the home in the quick profile. */
const awayCount = 3

/** Number of bodies in a turn: each other cell runs one of them. */
const bodiesPerTurn = 24

/**
 * The cells of a suite in the quick profile. Each body runs at home (SQLite, newest versions, websocket). Every eighth
 * body, and the first three, run in one of the other cells too. Together these have each version, transport and storage.
 * The pairing changes by day, so within 432 days every body runs in every combination.
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
      takes: (body) => awayTurnOf(body, Math.floor(day / 18)) === index,
    }
  })
  return [home, ...away]
}

/** Returns the position of the other cell that runs the body, or a number of at least `awayCount` when none does. */
function awayTurnOf(body: number, turn: number): number {
  // The first bodies run in all other cells, so that a short suite meets each cell too.
  return body < awayCount ? (body + turn) % awayCount : (body + turn) % bodiesPerTurn
}

function pick<T>(choices: readonly T[], index: number): T {
  const choice = choices[index % choices.length]
  if (choice === undefined) throw new TypeError('there is nothing to choose from')
  return choice
}

const current = new AsyncLocalStorage<{ readonly cell: Cell; bodyCount: number }>()

/** Registers a suite whose bodies run in `cell`. */
export function inCell(cell: Cell, register: () => void): void {
  current.run({ cell, bodyCount: 0 }, register)
}

/** Returns the versions and transports of the bodies that are being registered. */
export function currentCell(): Pick<Cell, 'versions' | 'transports'> {
  return current.getStore()?.cell ?? wholeCell('')
}

type Body = (context: TestContext) => Promise<void> | void

/** Registers a test in the cells that run it. Outside of cells it is Node's own `test`. */
export function test(title: string, body: Body): void
export function test(title: string, options: TestOptions, body: Body): void
export function test(title: string, options: TestOptions | Body, body?: Body): void {
  const suite = current.getStore()
  if (suite !== undefined && !suite.cell.takes(suite.bodyCount++)) return
  if (typeof options === 'function') nodeTest(title, options)
  else nodeTest(title, options, body)
}
