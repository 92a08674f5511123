import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import { jsonLogger, type LogLevel } from './json-logger.js'

function givenLogger(level?: LogLevel) {
  const lines: string[] = []
  const clock = new VirtualClock(Date.UTC(2024, 0, 2, 3, 4, 5, 6))
  const write = (line: string) => lines.push(line)
  return { lines, logger: jsonLogger({ clock, write, ...(level !== undefined && { level }) }) }
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { logger, lines } = givenLogger()
  logger.error('It\nfailed', { requestId: '1' })
  assert.deepEqual(lines, [
    '{"time":"2024-01-02T03:04:05.006Z","level":"error","message":"It\\nfailed","requestId":"1"}\n',
  ])
})

const levels: readonly (readonly [LogLevel | undefined, readonly string[]])[] = [
  ['debug', ['debug', 'info', 'warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['warn', ['warn', 'error']],
  ['error', ['error']],
  [undefined, ['warn', 'error']],
]

for (const [level, written] of levels) {
  test(`the level ${level ?? '(default)'} writes ${written.join(', ')}`, () => {
    const { logger, lines } = givenLogger(level)
    logger.debug('debug')
    logger.info('info')
    logger.warn('warn')
    logger.error('error')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).level),
      written,
    )
  })
}

test('an error is written with its causes', () => {
  const { logger, lines } = givenLogger()
  logger.error('It failed', { cause: new Error('outer', { cause: new TypeError('inner') }) })
  const { cause } = JSON.parse(lines[0] ?? '')
  assert.equal(cause.name, 'Error')
  assert.equal(cause.message, 'outer')
  assert.match(cause.stack, /json-logger.test/)
  assert.equal(cause.cause.name, 'TypeError')
  assert.equal('cause' in cause.cause, false)
})

test('fields that JSON cannot hold do not throw, and the line is written', () => {
  const circle = new Error('round')
  circle.cause = circle
  const hostile = {
    toJSON() {
      throw new Error('no')
    },
  }
  for (const fields of [{ cause: circle }, { count: 1n }, { hostile }]) {
    const { logger, lines } = givenLogger()
    logger.error('It failed', fields)
    assert.equal(lines.length, 1)
    const line = JSON.parse(lines[0] ?? '')
    assert.equal(line.message, 'It failed')
    assert.equal(line.level, 'error')
  }
})
