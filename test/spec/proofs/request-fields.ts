import assert from 'node:assert/strict'
import { memoryFiles } from '@parley/core'
import type { Transport } from '../../support/caller.js'
import { useEngine } from '../../support/engine.js'
import { agentSamples } from '../fields/agent-samples.js'
import { customerSamples } from '../fields/customer-samples.js'
import {
  assertMissing,
  assertRefused,
  callerOf,
  fieldsOfRequest,
  type RequestField,
  wrongValueFor,
} from '../fields/request-fields.js'
import { type ActionRequest, requests } from '../fields/requests.js'
import type { Sample } from '../fields/sample.js'
import { placeOf, withValue } from '../paths.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const samples = { customer: customerSamples, agent: agentSamples }

proving('documented fields of requests', (storage) => {
  const suite = useEngine(storage, { files: memoryFiles(), rtm: { messagesPerSecond: 500 } })

  for (const request of requests) {
    const { api, version, name, transports } = request
    verifies(
      'chat.fields.taken',
      `${api} ${version} ${name} takes its fields, and refuses other values`,
      async () => {
        const ofVersion = samples[api][`${name}@${version}`] ?? samples[api][name]
        assert.ok(ofVersion, 'there is a sample')
        const fields: RequestField[] = []
        for (const sample of ofVersion) {
          for (const transport of transports) fields.push(...(await prove(request, sample, transport)))
        }
        assertEachSampled(request, fields)
      },
    )
  }

  async function prove(
    request: ActionRequest,
    sample: Sample,
    transport: Transport,
  ): Promise<readonly RequestField[]> {
    const { title, api, name, version, transports, shape } = request
    const world = await suite.world()
    const person = api === 'customer' ? await world.customer() : await world.agent('ada')
    const caller = await callerOf(person, name, transport, version)
    const payload = await sample.payload(person)
    const fields = fieldsOfRequest(title, shape, payload)
    const present = fields.filter(({ isPresent }) => isPresent)
    for (const field of present) {
      const [place, wrong] = [placeOf(field.steps), wrongValueFor(field.shape)]
      if (wrong !== undefined) {
        assertRefused(place, await caller.refuse(name, withValue(payload, field.steps, wrong)))
      }
      if (field.isOptional) continue
      assertMissing(place, await caller.refuse(name, withValue(payload, field.steps, undefined)))
    }
    await caller.succeed(name, payload)
    for (const { steps, isOptional } of present) {
      if (!isOptional || sample.oneOf?.some((place) => placeOf(steps) === `payload.${place}`)) continue
      // `null` means the same as absent (decisions §15).
      const absent = transport === transports.at(-1) ? null : undefined
      await caller.succeed(name, withValue(await sample.payload(person), steps, absent))
    }
    return fields
  }
})

/** Fails when no sample contains a field or a type of event. */
function assertEachSampled({ titles }: ActionRequest, fields: readonly RequestField[]): void {
  const nameOf = ({ title, path }: RequestField) => `${title}: ${path}`
  const present = new Set(fields.filter(({ isPresent }) => isPresent).map(nameOf))
  const missing = [
    ...fields.map(nameOf).filter((name) => !present.has(name)),
    ...titles.filter((title) => !fields.some((field) => field.title === title)),
  ]
  assert.deepEqual(missing, [])
}
