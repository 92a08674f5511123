import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  type ActionContract,
  type PayloadOf,
  type PushContract,
  type ResponseOf,
  schemaFor,
} from '../../packages/core/src/contract/define.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'

export function isPayloadOf<P extends PushContract>(
  contract: P,
  version: ApiVersion,
  payload: unknown,
): payload is PayloadOf<P> {
  return isValid(schemaFor(contract.payload, version), payload)
}

/** Returns the response after checking it against the contract. */
export function answerOf<C extends ActionContract>(
  contract: C,
  version: ApiVersion,
  answer: unknown,
): ResponseOf<C> {
  if (isAnswerOf(contract, version, answer)) return answer
  throw new TypeError(`The contract of ${contract.name} has no such answer: ${JSON.stringify(answer)}`)
}

function isAnswerOf<C extends ActionContract>(
  contract: C,
  version: ApiVersion,
  answer: unknown,
): answer is ResponseOf<C> {
  return isValid(schemaFor(contract.response, version), answer)
}

/** Validators by schema, compiled on first use. */
const compiled = new Map<TSchema, (value: unknown) => boolean>()

function isValid(schema: TSchema, value: unknown): boolean {
  const present = compiled.get(schema)
  if (present !== undefined) return present(value)
  const validator = Compile(schema)
  const accepts = (one: unknown) => validator.Check(one)
  compiled.set(schema, accepts)
  return accepts(value)
}
