import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { schemaFor } from '../../packages/core/src/contract/define.js'
import { actionContracts, pushContracts } from '../../packages/core/test/schemas.js'
import { isSameName } from '../../scripts/reference/recording.js'
import { play } from '../../scripts/reference/scenes/play.js'

const recording = await play('http')

for (const contract of actionContracts) {
  const examples = recording.actions.filter(
    (example) => isSameName(example, contract) && contract.versions.includes(example.version),
  )
  test(`${contract.api} ${contract.name} of ${contract.versions.join()} has an example that the contract allows`, () => {
    assert.ok(examples.length > 0)
    for (const { version, payload = {}, answer } of examples) {
      // The request of an upload is not checked, because the engine adds the stored file to it.
      if (contract.upload === undefined) assertConforms(schemaFor(contract.request, version), payload)
      assertConforms(schemaFor(contract.response, version), answer)
    }
  })
}

for (const contract of pushContracts) {
  const example = recording.pushes.find(
    (push) => isSameName(push, contract) && contract.versions.includes(push.version),
  )
  test(`${contract.api} ${contract.name} has an example that the contract allows`, () => {
    assert.ok(example)
    assertConforms(schemaFor(contract.payload, example.version), example.payload)
  })
}

test('no example contains a secret, or an id that changes with each run', async () => {
  const text = JSON.stringify(recording)
  assert.doesNotMatch(text, /pl[acors]_[\w-]{8}/)
  assert.equal(JSON.stringify(await play('http')), text)
})

function assertConforms(schema: TSchema, value: unknown): void {
  const compiled = Compile(schema)
  assert.ok(compiled.Check(value), `${JSON.stringify(value)} ${JSON.stringify(compiled.Errors(value))}`)
}
