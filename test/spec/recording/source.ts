import { isMap } from '../checks.js'
import { type Kind, kindNames, objectsOfKind } from './kinds.js'
import type { Recorded } from './recorder.js'

/** An object in which a requirement speaks of a field. */
export interface Shown {
  readonly recorded: Recorded
  readonly object: Readonly<Record<string, unknown>>
}

/** Where the objects are that a requirement is about, and the path of its field in each. */
export interface Source {
  /** What all requirements about these objects begin with. */
  readonly prefix: string
  readonly path: string
  readonly objects: (recording: readonly Recorded[]) => readonly Shown[]
}

const ofResponse = /^chat\.(?<api>customer|agent)\.(?<name>\w+)\.response\.(?<path>.+)$/
const ofPush = /^chat\.(?<api>customer|agent)\.push\.(?<name>\w+)\.(?<path>.+)$/

/** A `TypeError` for a requirement that is about no field of a response, a push or a documented object. */
export function sourceOf(id: string): Source {
  for (const [kind, pattern] of [
    ['response', ofResponse],
    ['push', ofPush],
  ] as const) {
    const { api, name, path } = pattern.exec(id)?.groups ?? {}
    if (path !== undefined) return payloadSource(id, path, (one) => isFrom(one, kind, api, name))
  }
  const kind = kindNames.find((name) => id.startsWith(`${name}.`))
  if (kind === undefined) throw new TypeError(`${id} is about no field`)
  return kindSource(kind, id.slice(kind.length + 1))
}

/** All objects that requirements with this beginning are about. */
export function kindSource(kind: Kind, path = ''): Source {
  return { prefix: kind, path, objects: (recording) => objectsOfKind(kind, recording) }
}

function payloadSource(id: string, path: string, isMeant: (recorded: Recorded) => boolean): Source {
  return {
    prefix: id.slice(0, -path.length - 1),
    path,
    objects: (recording) =>
      recording.filter(isMeant).flatMap((recorded) => {
        return isMap(recorded.payload) ? [{ recorded, object: recorded.payload }] : []
      }),
  }
}

function isFrom(recorded: Recorded, kind: Recorded['kind'], api?: string, name?: string): boolean {
  return recorded.kind === kind && recorded.api === api && recorded.name === name
}
