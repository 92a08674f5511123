import fc from 'fast-check'
import { everyAction } from '../../packages/core/src/actions/index.js'
import { apis } from '../../packages/core/src/contract/apis.js'
import { type ActionContract, schemaFor } from '../../packages/core/src/contract/define.js'
import type { Api } from '../../packages/core/src/contract/versions.js'
import { type Attack, httpMessage, named } from './attack.js'
import { describe, type Mutation, mutationsOf } from './mutations.js'
import { sampleOf } from './samples.js'
import { shapeOf } from './shape.js'
import { encodeTree, type Tree } from './tree.js'
import { knownValues, type Tenant, targetOf, tokenOf } from './world.js'

/** A request for one action in one version, over one transport. */
export interface Request {
  readonly api: Api
  readonly version: string
  readonly action: string
  readonly isRtm: boolean
}

interface MutatedRequest extends Request {
  readonly contract: ActionContract
}

const bodyBytes = 262_144

/** Actions whose valid payloads must succeed, whatever happened to the chat before. */
const alwaysPossible = new Set(['send_event', 'get_chats_summary'])

const everyCall: readonly MutatedRequest[] = everyAction.flatMap(({ contract }) => {
  const { api, name: action } = contract
  return contract.versions.flatMap((version) =>
    contract.transports.map((transport) => ({ api, version, action, contract, isRtm: transport === 'rtm' })),
  )
})

/** Generates payloads of every action in every version over every transport, valid or with one defect. */
export function payloadAttacks(tenant: Tenant): fc.Arbitrary<Attack> {
  const arbitraries = everyCall.map((called) => {
    const shape = shapeOf(schemaFor(called.contract.request, firstVersion(called)))
    return sampleOf(shape, 'payload', knownValues(tenant, called.api)).chain((sample) =>
      fc.constantFrom(unchanged(called, sample), ...mutationsOfPayload(called, sample)).map((mutation) => {
        return attackOf(tenant, called, mutation)
      }),
    )
  })
  return fc.oneof(...arbitraries)
}

function firstVersion({ contract, version }: MutatedRequest) {
  const found = contract.versions.find((one) => one === version)
  if (found === undefined) throw new TypeError(`${contract.name} has no version ${version}`)
  return found
}

function unchanged({ action }: MutatedRequest, sample: Tree): Mutation & { readonly isPossible: boolean } {
  return {
    what: 'as it should be',
    isInvalid: false,
    result: () => sample,
    // A page id is valid only in its own list, so a generated one may be refused.
    isPossible: alwaysPossible.has(action) && !encodeTree(sample).includes('"page_id"'),
  }
}

/** Returns whether the payload is the whole body, and not nested in it. */
function isBare({ api }: MutatedRequest): boolean {
  return apis[api].envelope === 'bare'
}

/**
 * Returns mutations of the whole payload. `null` is not among the invalid ones, because an absent payload counts as an
 * empty one.
 */
function mutationsOfPayload(
  called: MutatedRequest,
  sample: Tree,
): readonly (Mutation & { readonly isPossible?: boolean })[] {
  return mutationsOf(sample, isBare(called) ? 1 : 2).map((mutation) =>
    encodeTree(mutation.result()) === 'null' ? { ...mutation, isInvalid: false } : mutation,
  )
}

function attackOf(
  tenant: Tenant,
  called: MutatedRequest,
  mutation: Mutation & { readonly isPossible?: boolean },
): Attack {
  const tree = mutation.result()
  const { api, version, action, isRtm } = called
  const payload = encodeTree(tree)
  const text = isRtm ? frameText(action, payload) : isBare(called) ? payload : `{"payload":${payload}}`
  const what = `${api} ${version} ${action}: ${describe(mutation, tree)}`
  const isTooLarge = Buffer.byteLength(text) > bodyBytes
  if (isRtm && api !== 'configuration') {
    const expected = expectedOf(mutation, isTooLarge ? 'close:1009' : 'validation')
    const answer = isTooLarge ? {} : { requestId: 'fuzz', action }
    const frame = { frame: Buffer.from(text), isBinary: false, isLoggedIn: action !== 'login' }
    return named({ via: 'rtm', what, api, version, ...frame, ...answer, ...(expected && { expected }) })
  }
  const expected = expectedOf(mutation, isTooLarge ? 'entity_too_large' : 'validation')
  const bytes = jsonRequest(tenant, called, text)
  return named({ via: 'http', what, bytes, ...(expected && { expected }) })
}

function expectedOf(
  { isInvalid, isPossible }: Mutation & { readonly isPossible?: boolean },
  refusal: string,
) {
  if (isInvalid) return [refusal]
  return isPossible ? ['ok'] : undefined
}

export function frameText(action: string, payload: string): string {
  return `{"request_id":"fuzz","action":${JSON.stringify(action)},"payload":${payload}}`
}

/** Returns a valid request with another body. */
export function jsonRequest(
  tenant: Tenant,
  { api, version, action }: Omit<Request, 'isRtm'>,
  body: Buffer | string,
): Buffer {
  const headers = [
    ['Host', 'parley.test'],
    ['Authorization', `Bearer ${tokenOf(tenant, api)}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ] as const
  return httpMessage('POST', targetOf(tenant, api, version, action), headers, body)
}
