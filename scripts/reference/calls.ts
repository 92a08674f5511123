import { apis } from '../../packages/core/src/contract/apis.js'
import type { Api } from '../../packages/core/src/contract/versions.js'
import { block, json, literal, shellQuoted } from './code.js'
import type { ActionExample, Named, PushExample } from './recording.js'

/** Host name of the service in the examples. */
const host = 'chat.example.com'

export function actionAddress({ api, name, version }: Named & { readonly version: string }): string {
  return `/${api}/${version}/${apis[api].actionPrefix}${name}`
}

export function query(api: Api): string {
  return apis[api].namesLicense ? '?license_id=1' : ''
}

/** Returns the curl command of an example. `upload` names the field that carries a file, which is sent as a form. */
export function curl(example: ActionExample, upload: string | undefined): readonly string[] {
  if (upload !== undefined) return curlWithForm(example, upload)
  const body = webBody(example.api, example.payload)
  return block(
    'sh',
    [
      `curl -X POST 'https://${host}${actionAddress(example)}${query(example.api)}' \\`,
      "  -H 'Authorization: Bearer <token>' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d ${shellQuoted(json(body))}`,
    ].join('\n'),
  )
}

/** Returns the body of a request over HTTP. */
export function webBody(api: Api, payload: unknown): object {
  if (apis[api].envelope === 'bare') return Object(payload ?? {})
  return payload === undefined ? {} : { payload }
}

function curlWithForm(example: ActionExample, upload: string): readonly string[] {
  const parts = Object.entries(Object(example.payload)).map(([name, value]) => {
    return `  -F ${shellQuoted(`payload.${name}=${name === upload ? '@' : ''}${value}`)}`
  })
  const head = [
    `curl -X POST 'https://${host}${actionAddress(example)}${query(example.api)}'`,
    "  -H 'Authorization: Bearer <token>'",
  ]
  return block('sh', [...head, ...parts].join(' \\\n'))
}

/** Returns the request and its response as frames of `wss://…/rtm/ws`. */
export function frames({ name, payload, answer }: ActionExample): readonly (readonly string[])[] {
  const request = { request_id: '1', action: name, ...(payload !== undefined && { payload }) }
  const response = { request_id: '1', action: name, type: 'response', success: true, payload: answer }
  return [block('json', json(request)), block('json', json(response))]
}

export function hasRtm(api: Api): boolean {
  return apis[api].login !== undefined
}

export function rtmAddress(api: Api, version: string): string {
  return `wss://${host}/${api}/${version}/rtm/ws${query(api)}`
}

export function inProcess({ caller, payload }: ActionExample, method: string): readonly string[] {
  const payloadText = payload === undefined ? '' : literal(payload)
  return block('ts', `const answer = await parley.as(${literal(caller)}).${method}(${payloadText})`)
}

export function pushFrame({ name, payload }: PushExample): readonly string[] {
  return block('json', json({ action: name, type: 'push', payload }))
}
