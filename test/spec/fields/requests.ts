import { schemaFor } from '../../../packages/core/src/contract/define.js'
import type { Shape } from '../../../packages/core/src/domain/shapes.js'
import { actionContracts } from '../../../packages/core/test/schemas.js'
import type { Transport } from '../../support/caller.js'
import type { Api } from '../../support/world.js'
import { titleOf } from './payloads.js'
import { declaredIn, objectTitleOf } from './schema.js'

/**
 * A request of a chat API, in the newest version of its contract. Forms are left out: their proofs are in `files.ts`.
 */
export interface ActionRequest {
  readonly title: string
  readonly api: Api
  readonly version: string
  readonly name: string
  readonly transports: readonly Transport[]
  readonly shape: Shape
  /** Titles of documented objects within it, except in lists. */
  readonly titles: readonly string[]
}

export const requests: readonly ActionRequest[] = actionContracts.flatMap((action) => {
  const { api, name, spec: section, transports } = action
  const version = action.versions.at(-1)
  if (api === 'configuration' || action.upload !== undefined || version === undefined) return []
  const shape = schemaFor(action.request, version) as Shape
  const title = titleOf({ section, api, version, part: 'request', name, shape })
  return [{ title, api, version, name, transports, shape, titles: titlesIn(shape) }]
})

function titlesIn(shape: Shape): readonly string[] {
  const own = objectTitleOf(shape, 'request')
  const parts = [...(shape.anyOf ?? []), ...declaredIn(shape).map((field) => field.shape)]
  return [...(own === undefined ? [] : [own]), ...parts.flatMap(titlesIn)]
}
