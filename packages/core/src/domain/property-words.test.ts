import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PropertyFilter } from '../model/property-filter.js'
import { propertyMatcher } from './property-filters.js'
import { sharedWords, valueWords } from './property-words.js'

test('sharedWords splits a value once into the words that filters look for', () => {
  const wordsOf = sharedWords()
  const text = 'Red Bícycle red'
  assert.equal(wordsOf(text), wordsOf(text))
  assert.deepEqual([...wordsOf(text)], valueWords(text))
  assert.deepEqual([...wordsOf(7)], [])
  assert.deepEqual([...wordsOf('7')], ['7'])
})

test('property filters split each value once when they share wordsOf', () => {
  const asked: unknown[] = []
  const made = sharedWords()
  const wordsOf = (value: Parameters<typeof made>[0]) => {
    asked.push(value)
    return made(value)
  }
  const words = (name: string, ...values: string[]): PropertyFilter => {
    return { namespace: 'a', name, type: 'values', values, matchedBy: 'words' }
  }
  const matcher = propertyMatcher([words('x', 'blue', 'red'), words('y', 'car')])
  assert.equal(matcher({ a: { x: 'red', y: 'a car' } }, wordsOf), true)
  assert.deepEqual(asked, ['red', 'a car'])
  assert.equal(propertyMatcher([words('x', 'blue')])({ a: { x: 'red' } }, wordsOf), false)
})
