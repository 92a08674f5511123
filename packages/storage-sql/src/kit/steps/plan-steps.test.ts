import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planSteps } from './plan-steps.js'
import { runSteps } from './run-steps.js'
import type { StepForms } from './steps.js'

const forms: StepForms = {
  joinChosen: (table, isSame) => `:chosen join ${table} on ${isSame}`,
  deleteFrom: (table, joined) => `delete ${table} from ${joined}`,
  updateJoined: (joined, assignments) => `update ${joined} set ${assignments}`,
  insertedValue: (column) => `new.${column}`,
  orAssign: (assignments, condition) =>
    `or assign ${assignments.map(({ column, value }) => `${column} = ${value}`).join(', ')}${condition === undefined ? '' : ` if ${condition}`}`,
}

const joined = ':chosen join tokens on "tokens"."hash" = chosen.key_0'

describe('the steps of a statement', () => {
  test('a change of one row by its key is one step', () => {
    const sql = 'update "tokens" set "kind" = $1 where "hash" = $2'
    assert.deepEqual(planSteps(sql, forms), { change: sql, returns: 'result' })
  })

  test('a select that locks rows finds them before, because it would wait for rows that are not committed', () => {
    assert.deepEqual(
      planSteps('select "kind" from "tokens" where "entity_id" = $1 order by "hash" for update', forms),
      {
        find: 'select "tokens"."hash" as key_0 from "tokens" where "entity_id" = $1',
        change: `select "kind" from ${joined} where "entity_id" = $1 order by "hash" for update`,
        returns: 'result',
      },
    )
  })

  test('a delete that skips locked rows locks at most the limit, and finds more', () => {
    const due =
      'select "hash" from "tokens" where "expires_at" <= $1 order by "expires_at" limit $2 for update skip locked'
    const sql = `with due as (${due}) delete from "tokens" where ("hash") in (select "hash" from due)`
    assert.deepEqual(planSteps(sql, forms), {
      find: 'select "tokens"."hash" as key_0 from "tokens" where "expires_at" <= $1 order by "expires_at" limit $2:many',
      lock: `select "tokens"."hash" as key_0 from ${joined} where "expires_at" <= $1 for update skip locked`,
      limitIndex: 1,
      change: `delete tokens from ${joined}`,
      returns: 'result',
    })
  })

  test('an update reads the rows that it returns', () => {
    const sql = 'update "tokens" set "kind" = $1 where "hash" = $2 returning "scopes"'
    assert.deepEqual(planSteps(sql, forms), {
      find: 'select "tokens"."hash" as key_0 from "tokens" where "hash" = $2 for update',
      change: `update ${joined} set "tokens"."kind" = $1`,
      read: `select "scopes" from ${joined}`,
      returns: 'read',
    })
  })

  test('an upsert assigns columns that other assignments read last', () => {
    const update =
      'update set token = excluded.token, kind = case when t.token = excluded.token then 1 end where t.at < $2'
    const sql = `insert into t (token) values ($1) on conflict (token) do ${update}`
    const assigned = '"t"."kind" = case when t.token = new.token then 1 end, "t"."token" = new.token'
    assert.equal(
      planSteps(sql, forms).change,
      `insert into t (token) values ($1) or assign ${assigned} if t.at < $2`,
    )
  })
})

describe('running steps', () => {
  const steps = { find: 'find', lock: 'lock', limitIndex: 0, change: 'change', returns: 'chosen' } as const
  const found = ['a', 'b', 'c', 'd'].map((key_0) => ({ key_0 }))

  test('tries other rows instead of those that are locked, up to the limit', async () => {
    const asked: unknown[] = []
    const result = await runSteps(steps, [2], async (text, _, chosen) => {
      asked.push([text, chosen.map(({ key_0 }) => key_0)])
      if (text === 'find') return { rows: found, rowCount: 4 }
      return { rows: chosen.filter(({ key_0 }) => key_0 !== 'a'), rowCount: chosen.length }
    })
    assert.deepEqual(asked, [
      ['find', []],
      ['lock', ['a', 'b']],
      ['lock', ['c']],
      ['change', ['b', 'c']],
    ])
    assert.deepEqual(result, { rows: [{ key_0: 'b' }, { key_0: 'c' }], rowCount: 2 })
  })

  test('changes nothing when nothing is found', async () => {
    const asked: string[] = []
    const run = async (text: string) => {
      asked.push(text)
      return { rows: [], rowCount: 0 }
    }
    assert.deepEqual(await runSteps(steps, [2], run), { rows: [], rowCount: 0 })
    assert.deepEqual(asked, ['find'])
  })
})
