import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type ActionContract, type RequestOf, schemaFor } from '../contract/define.js'
import { type ContractLimit, contractLimits, limitKeyword } from '../contract/limits.js'
import type { ApiVersion } from '../contract/versions.js'
import { invalidBy } from '../domain/explain.js'
import { withoutNulls } from '../domain/nulls.js'
import type { Settings } from '../settings.js'

interface CompiledSchema {
  readonly schema: TSchema
  readonly accepts: (value: unknown) => boolean
}

/** Checks payloads against the contract. Each schema is compiled once per engine, on first use. */
export class Validator {
  readonly #limits: Settings['contractLimits']
  readonly #compiled = new Map<TSchema, CompiledSchema>()

  constructor(limits: Settings['contractLimits']) {
    this.#limits = limits
  }

  /**
   * Returns the payload as a request of the contract. A missing payload counts as empty, and an optional field that is
   * `null` counts as missing (decisions §15.12).
   */
  request<C extends ActionContract>(contract: C, version: ApiVersion, payload: unknown = {}): RequestOf<C> {
    const compiled = this.#compile(schemaFor(contract.request, version))
    if (isRequest(contract, compiled, payload)) return payload
    // No optional field accepts `null`, so only a payload that was refused as it came can contain one.
    const meant = withoutNulls(compiled.schema, payload)
    if (isRequest(contract, compiled, meant)) return meant
    throw invalidBy(compiled.schema, meant, 'payload')
  }

  #compile(schema: TSchema): CompiledSchema {
    const present = this.#compiled.get(schema)
    if (present !== undefined) return present
    const bounded = withLimits(schema, this.#limits)
    const validator = Compile(bounded)
    const compiled = { schema: bounded, accepts: (value: unknown) => validator.Check(value) }
    this.#compiled.set(schema, compiled)
    return compiled
  }
}

function isRequest<C extends ActionContract>(
  _contract: C,
  compiled: CompiledSchema,
  payload: unknown,
): payload is RequestOf<C> {
  return compiled.accepts(payload)
}

const bounds = ['maxLength', 'maxItems', 'maxProperties'] as const

/** Returns the schema with the limits of the engine instead of the defaults of the contract. */
function withLimits(schema: TSchema, limits: Settings['contractLimits']): TSchema {
  const names = Object.keys(contractLimits) as ContractLimit[]
  const hasDefaults = names.every((name) => limits[name] === contractLimits[name])
  if (hasDefaults) return schema
  return JSON.parse(JSON.stringify(schema), (_key, part: unknown) => {
    if (!isLimited(part)) return part
    const bound = bounds.find((name) => name in part)
    return bound === undefined ? part : { ...part, [bound]: limits[part[limitKeyword]] }
  })
}

function isLimited(part: unknown): part is { readonly [limitKeyword]: ContractLimit } {
  return typeof part === 'object' && part !== null && limitKeyword in part
}
