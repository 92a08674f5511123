import { schemaFor, type Versioned } from '../../../packages/core/src/contract/define.js'
import type { Api, ApiVersion } from '../../../packages/core/src/contract/versions.js'
import type { Shape } from '../../../packages/core/src/domain/shapes.js'
import { actionContracts, pushContracts } from '../../../packages/core/test/schemas.js'

export type Part = 'request' | 'response' | 'push'

/** The schema of a request, a response or a push in one version of an API. */
export interface Payload {
  /** The section of the specification that documents it. */
  readonly section: string
  readonly api: Api
  readonly version: ApiVersion
  readonly part: Part
  /** Name of the action or the push. */
  readonly name: string
  readonly shape: Shape
}

/** All payloads of the contract, in each version that has them. */
export const payloads: readonly Payload[] = [
  ...actionContracts.flatMap((action) => [
    ...inEachVersion(action, 'request', action.request),
    ...inEachVersion(action, 'response', action.response),
  ]),
  ...pushContracts.flatMap((push) => inEachVersion(push, 'push', push.payload)),
]

interface Entry {
  readonly spec: string
  readonly api: Api
  readonly name: string
  readonly versions: readonly ApiVersion[]
}

function inEachVersion(entry: Entry, part: Part, schema: Versioned): readonly Payload[] {
  const { spec: section, api, name } = entry
  return entry.versions.map((version) => {
    return { section, api, version, part, name, shape: schemaFor(schema, version) as Shape }
  })
}

/**
 * Returns the title of a payload, such as `chat.md "Customer API actions", login request`. The title of a push has only
 * its name.
 */
export function titleOf({ section, name, part }: Payload): string {
  return `${section}, ${name}${part === 'push' ? '' : ` ${part}`}`
}

/** Returns a tag such as `agent-v0.4`. */
export function versionTag({ api, version }: { readonly api: string; readonly version: string }): string {
  return `${api}-${version}`
}
