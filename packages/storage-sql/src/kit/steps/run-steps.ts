import type { Row } from '../../sql/executor.js'
import type { SqlResult } from '../driver.js'
import { allKeys } from './row-keys.js'
import type { Steps } from './steps.js'

/** Result of one step, with the id of an inserted row. */
export interface StepResult extends SqlResult {
  readonly insertId?: number
}

/** Runs the text of one step with the values of the statement and the chosen rows. */
export type RunStep = (
  text: string,
  values: readonly unknown[],
  chosen: readonly Row[],
) => Promise<StepResult>

/** Runs the steps of a statement, within a transaction if there are several. */
export async function runSteps(steps: Steps, values: readonly unknown[], run: RunStep): Promise<SqlResult> {
  const { find, change, read, returns } = steps
  const chosen = find === undefined ? [] : await choose(find, steps, values, run)
  if (find !== undefined && chosen.length === 0) return { rows: [], rowCount: 0 }
  const result = await run(change, values, chosen)
  const { rowCount } = result
  if (returns === 'result') return result
  if (returns === 'chosen') return { rows: chosen, rowCount }
  if (returns === 'insertId') return { rows: [{ id: result.insertId }], rowCount }
  if (read === undefined || (returns === 'readIfChanged' && rowCount === 0)) return { rows: [], rowCount }
  const { rows } = await run(read, values, chosen)
  return { rows, rowCount }
}

/** Returns the rows that a statement is about, locked if it changes them. */
async function choose(
  find: string,
  { lock, keep, limitIndex }: Steps,
  values: readonly unknown[],
  run: RunStep,
): Promise<readonly Row[]> {
  const { rows: found } = await run(find, values, [])
  if (lock === undefined) return found
  const limit = limitIndex === undefined ? found.length : Number(values[limitIndex])
  const locked: Row[] = []
  for (let at = 0; at < found.length && locked.length < limit; ) {
    const tried = found.slice(at, at + limit - locked.length)
    at += tried.length
    const { rows } = await run(lock, values, tried)
    const byKeys = new Map(tried.map((row) => [allKeys(row), row]))
    locked.push(...rows.map((row) => ({ ...byKeys.get(allKeys(row)), ...row })))
  }
  return keep === undefined ? locked : withKept(keep, locked, run)
}

/** Locks the rows that others depend on. Returns the rows that depend on a locked one, or on none. */
async function withKept(keep: string, rows: readonly Row[], run: RunStep): Promise<readonly Row[]> {
  const named = rows.filter(({ kept_key }) => kept_key !== null).map(({ kept_key }) => ({ key_0: kept_key }))
  const kept = named.length === 0 ? [] : (await run(keep, [], named)).rows
  const keys = new Set(kept.map(({ key_0 }) => key_0))
  return rows.filter(({ kept_key }) => kept_key === null || keys.has(kept_key))
}
