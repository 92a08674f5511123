import type { TSchema } from 'typebox'
import { everyAction } from '../src/actions/index.js'
import * as agentPushes from '../src/contract/agent-pushes.js'
import * as customerPushes from '../src/contract/customer-pushes.js'
import { type ActionContract, type PushContract, schemaFor } from '../src/contract/define.js'
import { webhookActionNames } from '../src/contract/webhook-actions.js'
import { deliveryBody } from '../src/contract/webhook-deliveries.js'
import type { Shape } from '../src/domain/shapes.js'

/** Contracts of all actions. */
export const actionContracts: readonly ActionContract[] = everyAction.map(({ contract }) => contract)

/** Every push of the contract. */
export const pushContracts: readonly PushContract[] = [
  ...Object.values(agentPushes),
  ...Object.values(customerPushes),
]

/** Every schema of the contract, in each version that has one. */
export const contractSchemas: readonly (readonly [title: string, schema: TSchema])[] = [
  ...actionContracts.flatMap((action) =>
    action.versions.flatMap((version) =>
      (['request', 'response'] as const).map(
        (part) =>
          [`${action.api} ${version} ${action.name} ${part}`, schemaFor(action[part], version)] as const,
      ),
    ),
  ),
  ...pushContracts.flatMap((push) =>
    push.versions.map(
      (version) => [`${push.api} ${version} ${push.name} payload`, schemaFor(push.payload, version)] as const,
    ),
  ),
  ...webhookActionNames.flatMap((action) =>
    [true, false].map(
      (isOlder) =>
        [`${isOlder ? 'older' : 'newer'} delivery of ${action}`, deliveryBody(action, isOlder)] as const,
    ),
  ),
]

/** Returns every field of every object within a schema, without fields that no request can have. */
export function* fieldsIn(shape: Shape): Iterable<readonly [name: string, field: Shape]> {
  const { properties = {}, patternProperties = {}, anyOf = [], items } = shape
  for (const [name, field] of Object.entries(properties)) {
    if (field.not !== undefined) continue
    yield [name, field]
    yield* fieldsIn(field)
  }
  for (const part of [...Object.values(patternProperties), ...anyOf, ...(items ? [items] : [])]) {
    yield* fieldsIn(part)
  }
}

/** Returns every object within a schema, including the schema itself, without the excluded ones and their content. */
export function* partsOf(
  value: unknown,
  isLeftOut: (part: object) => boolean = () => false,
): Iterable<object> {
  if (typeof value !== 'object' || value === null || isLeftOut(value)) return
  yield value
  for (const part of Object.values(value)) yield* partsOf(part, isLeftOut)
}
