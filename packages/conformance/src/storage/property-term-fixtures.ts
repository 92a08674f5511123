import type { PropertiesWithTerms, PropertyValue, TermFilter } from '@parley/core/storage'

// The terms are made up here. The engine stores others, but a storage only compares them.

const presentTerm = (name: string) => JSON.stringify([name])
const valueTerm = (name: string, value: PropertyValue) => JSON.stringify([name, value])

/** Returns properties by name, with terms. */
export function withTerms(values: Readonly<Record<string, PropertyValue>>): PropertiesWithTerms {
  const propertyTerms = Object.entries(values).flatMap(([name, value]) => [
    presentTerm(name),
    valueTerm(name, value),
  ])
  return { properties: { test: values }, propertyTerms }
}

export function exists(name: string, isWanted = true): TermFilter {
  const present = presentTerm(name)
  return { present, isWanted, alternatives: [[present]] }
}

export function isOneOf(name: string, ...values: readonly PropertyValue[]): TermFilter {
  const alternatives = values.map((value) => [valueTerm(name, value)])
  return { present: presentTerm(name), isWanted: true, alternatives }
}

export function isNoneOf(name: string, ...values: readonly PropertyValue[]): TermFilter {
  return { ...isOneOf(name, ...values), isWanted: false }
}
