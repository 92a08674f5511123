import { type HttpAttack, httpMessage, named } from './attack.js'
import { type Tenant, targetOf } from './world.js'

export type Header = readonly [name: string, value: string]

const body = '{"payload":{}}'

export interface Parts {
  readonly method?: string
  readonly target?: string
  readonly authorization?: readonly string[]
  readonly length?: readonly Header[]
  readonly headers?: readonly Header[]
  readonly body?: string
  readonly isHead?: boolean
  readonly endsAfter?: boolean
}

/** Returns a valid request with the given parts replaced. */
export function attack(
  tenant: Tenant,
  what: string,
  expected: readonly string[] | undefined,
  parts: Parts,
): HttpAttack {
  const target = parts.target ?? targetOf(tenant, 'customer', 'v0.5', 'get_chats_summary')
  const content = parts.body ?? body
  const headers: readonly Header[] = [
    ['Host', 'parley.test'],
    ...(parts.authorization ?? [`Bearer ${tenant.customerToken}`]).map(
      (value): Header => ['Authorization', value],
    ),
    ...(parts.length ?? [['Content-Length', String(content.length)]]),
    ...(parts.headers ?? []),
  ]
  const { isHead, endsAfter } = parts
  return named({
    ...{ via: 'http', what: `${what}: ${(parts.target ?? '').slice(0, 200)}` },
    bytes: httpMessage(parts.method ?? 'POST', target, headers, content),
    ...(expected && { expected }),
    ...(isHead && { isHead }),
    ...(endsAfter && { endsAfter }),
  })
}
