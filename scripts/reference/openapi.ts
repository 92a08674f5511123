import { apis } from '../../packages/core/src/contract/apis.js'
import { type ActionContract, schemaFor } from '../../packages/core/src/contract/define.js'
import { findFieldMeaning } from '../../packages/core/src/contract/field-meanings.js'
import { scopes } from '../../packages/core/src/contract/scopes.js'
import type { Api, ApiVersion } from '../../packages/core/src/contract/versions.js'
import type { Shape } from '../../packages/core/src/domain/shapes.js'
import { type ErrorType, errorTable } from '../../packages/core/src/errors.js'
import { validationRules } from '../../packages/core/src/validation-rules.js'
import { hasRtm, webBody } from './calls.js'
import { actionEntries, apiTitles, plainName, variantIn } from './entries.js'
import { errorsOf } from './errors.js'
import {
  type JsonSchema,
  jsonSchema,
  openApiDialect,
  referredTo,
  requiredIn,
  type SchemaPlace,
  titleOf,
} from './json-schema.js'
import { webhooksOf } from './openapi-webhooks.js'
import { type ActionExample, isSameName, type Recording } from './recording.js'

/** Returns the OpenAPI 3.1 document of the Web API of a version. */
export function openApi(api: Api, version: ApiVersion, recording: Recording): JsonSchema {
  const contracts = actionEntries
    .filter((entry) => entry.api === api)
    .flatMap((entry) => variantIn(entry, version, ({ contract }) => contract)?.contract ?? [])
    .filter(({ transports }) => transports.includes('web'))
  const paths = Object.fromEntries(
    contracts.map((contract) => [
      `/${apis[api].actionPrefix}${contract.name}`,
      { post: operation(contract, version, exampleOf(contract, version, recording)) },
    ]),
  )
  const webhooks = webhooksOf(api, version)
  return {
    openapi: '3.1.0',
    info: {
      title: `Parley ${apiTitles[api]} ${version}`,
      version,
      description: about(api),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `/${api}/${version}`, description: 'Relative to the address where Parley is mounted' }],
    security: [{ token: [] }],
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of the authorization service',
        },
      },
      parameters: parametersOf(api),
      schemas: { ...referredTo([paths, webhooks], openApiDialect), Error: errorSchema },
    },
  }
}

const whatItIs: Readonly<Record<Api, string>> = {
  customer: 'API for customers.',
  agent: 'API for agents and bots.',
  configuration: 'API for apps that configure a license.',
}

function about(api: Api): string {
  if (!hasRtm(api)) return whatItIs[api]
  return `${whatItIs[api]} The AsyncAPI document of the same name describes \`login\`, pushes, and the actions in real time.`
}

function exampleOf(
  { api, name }: ActionContract,
  version: ApiVersion,
  { actions }: Recording,
): ActionExample | undefined {
  return actions.find((example) => isSameName(example, { api, name }) && example.version === version)
}

function operation(
  contract: ActionContract,
  version: ApiVersion,
  example: ActionExample | undefined,
): JsonSchema {
  const { api, name, summary } = contract
  const names = Object.keys(parametersOf(api))
  return {
    operationId: plainName(api, name),
    summary: name,
    description: `${summary}${scopesText(contract)}`,
    parameters: names.map((parameter) => ({ $ref: `#/components/parameters/${parameter}` })),
    requestBody: {
      ...(requestOf(contract, version).required !== undefined && { required: true }),
      content:
        contract.upload === undefined
          ? json(
              envelope(contract, version),
              example?.payload === undefined ? undefined : webBody(api, example.payload),
            )
          : { 'multipart/form-data': { schema: form(contract, version) } },
    },
    responses: {
      200: {
        description: 'The action succeeded. The body is the payload.',
        content: json(
          jsonSchema(schemaFor(contract.response, version), placeOf(contract, 'answer')),
          example?.answer,
        ),
      },
      ...errorResponses(contract),
    },
  }
}

function scopesText({ scopes: needed }: ActionContract): string {
  if (needed.length === 0) return ''
  const lines = needed.map((scope) => `- \`${scope}\`: ${scopes[scope].meaning}`)
  return `\n\nNeeds one of these scopes:\n\n${lines.join('\n')}`
}

function json(schema: JsonSchema, example: unknown): JsonSchema {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

function envelope(contract: ActionContract, version: ApiVersion): JsonSchema {
  const request = requestOf(contract, version)
  const payload = jsonSchema(request, placeOf(contract, 'request'))
  if (apis[contract.api].envelope === 'bare') return payload
  const author = {
    type: ['string', 'null'],
    description: 'Id of a bot of the calling app that the action is carried out as.',
  }
  return {
    type: 'object',
    title: titleOf(plainName(contract.api, contract.name), 'body'),
    properties: { payload, ...(apis[contract.api].takesAuthorId && { author_id: author }) },
    ...(request.required && { required: ['payload'] }),
  }
}

function requestOf(contract: ActionContract, version: ApiVersion): Shape {
  return schemaFor(contract.request, version)
}

function placeOf({ api, name }: ActionContract, part: SchemaPlace['part']): SchemaPlace {
  const title = titleOf(plainName(api, name), part === 'request' ? 'request' : 'response')
  return { dialect: openApiDialect, title, part }
}

/** Returns the payload's fields as parts of a form, under their full names. */
function form(contract: ActionContract, version: ApiVersion): JsonSchema {
  const request = requestOf(contract, version)
  const { properties = {} } = request
  const place = { ...placeOf(contract, 'answer'), title: titleOf(contract.name, 'request') }
  const parts = Object.entries(properties).map(([name, field]) => {
    const description = findFieldMeaning(name, field)
    return [`payload.${name}`, { ...jsonSchema(field, place), description }] as const
  })
  return {
    type: 'object',
    title: titleOf(contract.name, 'form'),
    properties: Object.fromEntries(parts),
    required: requiredIn(request).map((name) => `payload.${name}`),
  }
}

/** Returns one response for each HTTP status, which lists the error types that have it. */
function errorResponses(contract: ActionContract): JsonSchema {
  const errors = errorsOf(contract)
  const statuses = [...new Set(errors.map(([type]) => errorTable[type].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const own = errors.filter(([type]) => errorTable[type].status === status)
      const description = own.map(([type, when]) => `\`${type}\`: ${when}.`).join('\n\n')
      const content = json({ $ref: '#/components/schemas/Error' }, errorExample(own[0]?.[0]))
      return [status, { description, content }]
    }),
  )
}

function errorExample(type: ErrorType | undefined): unknown {
  return type && { error: { type, message: errorTable[type].message } }
}

function parametersOf(api: Api): Readonly<Record<string, JsonSchema>> {
  const licenseId = {
    name: 'license_id',
    in: 'query',
    required: true,
    description: 'Id of the license.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  }
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating a request with the same key within 24 hours returns the first response, and the action is carried out once.',
    schema: { type: 'string', maxLength: 128 },
  }
  return { ...(apis[api].namesLicense && { licenseId }), idempotencyKey }
}

const dataDescription = [
  'Details of the error. For the type `validation`: `path`, the invalid field; `rule`, the rule that it breaks; and',
  `\`limit\`, the exceeded limit, if there is one. Rules: ${Object.keys(validationRules).join(', ')}.`,
].join(' ')

export const errorSchema: JsonSchema = {
  type: 'object',
  title: 'Error',
  properties: {
    error: {
      type: 'object',
      title: 'ErrorDetails',
      properties: {
        type: {
          type: 'string',
          enum: Object.keys(errorTable),
          description: 'Type of the error. Use it to decide what to do.',
        },
        message: { type: 'string', description: 'Explanation for people. The text can change.' },
        data: { type: 'object', description: dataDescription },
      },
      required: ['type', 'message'],
    },
  },
  required: ['error'],
}
