import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { validate } from '@readme/openapi-parser'
import { at, has, textAt } from '../support/json.js'
import { documentsIn } from './documents.js'

for (const path of documentsIn('openapi')) {
  test(`${path} is valid OpenAPI`, async () => {
    const result = await validate(path)
    assert.deepEqual(result, { valid: true, warnings: [], specification: 'OpenAPI' })
  })

  test(`${path} names the operations and schemas that code generators need`, () => {
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'))
    const operations = [
      ...operationsIn(at(document, 'paths')),
      ...operationsIn(valueIn(document, 'webhooks')),
    ]
    const ids = operations.map((operation) => textAt(operation, 'operationId'))
    assert.deepEqual(ids, [...new Set(ids)])
    for (const id of ids) assert.match(id, /^\w+$/)
    const unnamed = objectsIn(document).filter((schema) => !has(schema, 'title'))
    assert.deepEqual(unnamed, [])
  })
}

test('a request body is required when one of its fields is', () => {
  const required = (path: string, action: string) => {
    const document: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return valueIn(at(document, `paths./${action}.post.requestBody`), 'required')
  }
  const customer = 'docs/openapi/customer-v0.5.json'
  const configuration = 'docs/openapi/configuration-v0.5.json'
  assert.equal(required(customer, 'action/send_event'), true)
  assert.equal(required(customer, 'action/send_file'), true)
  assert.equal(required(customer, 'action/start_chat'), undefined)
  assert.equal(required(configuration, 'agents/create_bot_agent'), true)
  assert.equal(required(configuration, 'agents/get_bot_agents'), undefined)
})

test('the OpenAPI documents contain the rules that the domain checks', () => {
  const texts = documentsIn('openapi').map((path) => readFileSync(path, 'utf8'))
  const all = texts.join('\n')
  for (const rule of [
    /"format": "date"/,
    /"pattern": "\^https\?:\/\/"/,
    /"minProperties": 1,\s+"propertyNames"/,
    /"minProperties": 1,\s+"maxProperties": 1/,
    /"type": \[\s+"string",\s+"null"\s+\]/,
  ]) {
    assert.match(all, rule)
  }
})

function operationsIn(paths: unknown): readonly unknown[] {
  return entriesOf(paths).flatMap(([, methods]) => entriesOf(methods).map(([, operation]) => operation))
}

/** Returns every schema in the document that describes an object with fields. */
function objectsIn(value: unknown): readonly unknown[] {
  const isObject = valueIn(value, 'type') === 'object' && has(value, 'properties')
  const within = entriesOf(value).flatMap(([key, part]) => (isExample(key) ? [] : objectsIn(part)))
  return isObject ? [value, ...within] : within
}

/** Returns whether the key holds an example. Examples may have any keys. */
function isExample(key: string): boolean {
  return key === 'example'
}

function valueIn(value: unknown, key: string): unknown {
  return has(value, key) ? at(value, key) : undefined
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
