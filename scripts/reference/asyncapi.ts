import { apis, type ChatApi } from '../../packages/core/src/contract/apis.js'
import { closeCodes } from '../../packages/core/src/contract/close-codes.js'
import { type ActionContract, type PushContract, schemaFor } from '../../packages/core/src/contract/define.js'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { actionEntries, apiTitles, pushEntries, variantIn } from './entries.js'
import { asyncApiDialect, type JsonSchema, jsonSchema, referredTo, titleOf } from './json-schema.js'
import { errorSchema } from './openapi.js'

const channel = { $ref: '#/channels/connection' }
const requestId = {
  type: 'string',
  maxLength: 256,
  description: 'Returned in the response, and in the push that answers the request.',
}
const text = { type: 'string' }
const sequence = {
  type: 'integer',
  minimum: 1,
  description:
    'Sequence of the change within its chat: 1, 2, 3 … Present only after a login with `catch_up`, and only for stored changes (not for typing indicators, for example).',
}

/** Returns the AsyncAPI 3.0 document of the RTM API of a version. */
export function asyncApi(api: ChatApi, version: ApiVersion): JsonSchema {
  const actions = actionEntries
    .filter((entry) => entry.api === api)
    .flatMap((entry) => variantIn(entry, version, ({ contract }) => contract)?.contract ?? [])
    .filter(({ transports }) => transports.includes('rtm'))
  const pushes = pushEntries
    .filter((entry) => entry.api === api)
    .flatMap((entry) => variantIn(entry, version, (contract) => contract) ?? [])
  const messages = messagesOf(actions, pushes, version)
  const names = Object.keys(messages)
  return {
    asyncapi: '3.0.0',
    info: {
      title: `Parley ${apiTitles[api]} ${version} in real time`,
      version,
      description:
        'Described from the view of a client, which sends requests and receives responses and pushes.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: { example: { host: 'chat.example.com', protocol: 'wss' } },
    channels: {
      connection: {
        address: `/${api}/${version}/rtm/ws`,
        title: 'Websocket',
        description: closings,
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        ...(apis[api].namesLicense && { bindings: licenseBinding }),
      },
    },
    operations: operationsOf(actions, pushes),
    components: {
      messages,
      schemas: { ...referredTo(messages, asyncApiDialect), Error: errorSchema },
    },
  }
}

const closings = [
  'The server closes the connection with one of these codes:',
  ...Object.entries(closeCodes).map(([code, { meaning, reconnect, backoff }]) => {
    const what = {
      now: 'now',
      with_new_token: 'with a new token',
      never: 'never',
      by_reason: 'depends on the reason',
    }
    return `${code}: ${meaning} Reconnect: ${what[reconnect]}${backoff ? ', with backoff' : ''}.`
  }),
  'After any other code: reconnect now, with backoff.',
].join('\n')

const licenseBinding = {
  ws: {
    query: {
      type: 'object',
      properties: { license_id: { type: 'integer', minimum: 1, description: 'Id of the license.' } },
      required: ['license_id'],
    },
  },
}

function operationsOf(actions: readonly ActionContract[], pushes: readonly PushContract[]): JsonSchema {
  return Object.fromEntries([
    ['ping', sendOperation('ping', 'Keeps the connection open when the client cannot send control frames.')],
    ...actions.map(({ name, summary }) => [name, sendOperation(name, summary)] as const),
    ...pushes.map(({ name, summary }) => [`${name}_push`, receiveOperation(name, summary)] as const),
  ])
}

function sendOperation(name: string, description: string): JsonSchema {
  return {
    action: 'send',
    channel,
    title: name,
    description,
    messages: [messageRef(`${name}_request`)],
    reply: { channel, messages: [messageRef(`${name}_response`), messageRef('failure')] },
  }
}

function receiveOperation(name: string, description: string): JsonSchema {
  return { action: 'receive', channel, title: name, description, messages: [messageRef(`${name}_push`)] }
}

function messageRef(name: string): JsonSchema {
  return { $ref: `#/channels/connection/messages/${name}` }
}

function messagesOf(
  actions: readonly ActionContract[],
  pushes: readonly PushContract[],
  version: ApiVersion,
): Readonly<Record<string, JsonSchema>> {
  const more: JsonSchema = catchesUp(actions, version) ? { sequence } : {}
  return Object.fromEntries([
    ['ping_request', message('ping', request('ping', undefined, {}))],
    ['ping_response', message('ping', response('ping', undefined))],
    ['failure', message('failure', failure)],
    ...actions.flatMap((contract) => messagesOfAction(contract, version)),
    ...pushes.map(({ name, payload }) => [
      `${name}_push`,
      message(name, push(name, jsonSchema(schemaFor(payload, version), placeOf(name, 'push')), more)),
    ]),
  ])
}

/** Returns whether `login` of that version accepts `catch_up`, so that pushes carry the sequence of their chat. */
function catchesUp(actions: readonly ActionContract[], version: ApiVersion): boolean {
  const login = actions.find(({ name }) => name === 'login')
  const shape: Shape | undefined = login && schemaFor(login.request, version)
  return shape?.properties !== undefined && 'catch_up' in shape.properties
}

function messagesOfAction(contract: ActionContract, version: ApiVersion) {
  const { api, name } = contract
  const shape: Shape = schemaFor(contract.request, version)
  const payload = {
    schema: jsonSchema(shape, { ...placeOf(name, 'request'), part: 'request' }),
    isRequired: shape.required !== undefined,
  }
  const answer = jsonSchema(schemaFor(contract.response, version), placeOf(name, 'response'))
  const author = {
    type: ['string', 'null'],
    description: 'Id of a bot of the calling app that the action is carried out as.',
  }
  const more = apis[api].takesAuthorId && name !== 'login' ? { author_id: author } : {}
  return [
    [`${name}_request`, message(name, request(name, payload, more))],
    [`${name}_response`, message(name, response(name, answer))],
  ] as const
}

function placeOf(name: string, kind: 'request' | 'response' | 'push') {
  return { dialect: asyncApiDialect, title: titleOf(name, kind), part: 'answer' } as const
}

function message(name: string, payload: JsonSchema): JsonSchema {
  return { name, payload }
}

interface RequestPayload {
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

function request(name: string, payload: RequestPayload | undefined, more: JsonSchema): JsonSchema {
  const key = {
    ...text,
    maxLength: 128,
    description: 'Repeated requests with the same key are carried out once.',
  }
  return {
    type: 'object',
    properties: {
      request_id: requestId,
      action: { ...text, const: name },
      ...(payload !== undefined && { payload: payload.schema, idempotency_key: key }),
      ...more,
    },
    required: ['action', ...(payload?.isRequired ? ['payload'] : [])],
  }
}

function response(name: string, payload: JsonSchema | undefined): JsonSchema {
  const properties = answered({ ...text, const: name }, true)
  return {
    type: 'object',
    properties: { ...properties, ...(payload !== undefined && { payload }) },
    required: ['action', 'type', 'success'],
  }
}

const failure: JsonSchema = {
  type: 'object',
  properties: { ...answered(text, false), payload: { $ref: '#/components/schemas/Error' } },
  required: ['type', 'success', 'payload'],
}

function answered(action: JsonSchema, success: boolean): JsonSchema {
  return {
    request_id: requestId,
    action,
    type: { ...text, const: 'response' },
    success: { type: 'boolean', const: success },
  }
}

function push(name: string, payload: JsonSchema, more: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      request_id: { ...text, description: 'Present only on the connection that sent the request.' },
      action: { ...text, const: name },
      type: { ...text, const: 'push' },
      ...more,
      payload,
    },
    required: ['action', 'type', 'payload'],
  }
}
