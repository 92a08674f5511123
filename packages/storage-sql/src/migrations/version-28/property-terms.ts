import type { Properties } from '@parley/core/storage'
import { words } from './words.js'

/**
 * Returns the terms by which chats and threads were found when schema version 28 was written. The engine computes the
 * terms of everything that is stored later. Migrations keep this copy of its rules, because they run without an engine
 * and never change.
 */
export function propertyTerms(properties: Properties): readonly string[] {
  return Object.entries(properties).flatMap(([namespace, named]) =>
    Object.entries(named).flatMap(([name, value]) => [
      JSON.stringify([namespace, name]),
      JSON.stringify([namespace, name, value]),
      ...(typeof value === 'string' ? words(value) : []).map((word) =>
        JSON.stringify([namespace, name, 'word', word]),
      ),
    ]),
  )
}
