import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { valueTypes } from './value-types.js'

const samples: readonly (readonly [number, string, unknown])[] = [
  [pg.types.builtins.BOOL, 't', true],
  [pg.types.builtins.BOOL, 'f', false],
  [pg.types.builtins.INT2, '-1', -1],
  [pg.types.builtins.INT4, '7', 7],
  [pg.types.builtins.INT8, '1767225600000', 1_767_225_600_000],
  [pg.types.builtins.FLOAT8, '0.5', 0.5],
  [pg.types.builtins.TEXT, 'é', 'é'],
  [pg.types.builtins.JSON, '{"a":1}', '{"a":1}'],
  [pg.types.builtins.UUID, 'a', 'a'],
]

test("values are parsed by Parley's parsers, whatever parsers the host has set", (context) => {
  const before = samples.map(([oid]) => [oid, pg.types.getTypeParser(oid)] as const)
  context.after(() => {
    for (const [oid, parse] of before) pg.types.setTypeParser(oid, parse)
  })
  for (const [oid] of samples) pg.types.setTypeParser(oid, () => 'of the host')
  for (const [oid, value, parsed] of samples) {
    assert.equal(valueTypes.getTypeParser(oid)(value), parsed)
  }
})
