import fc from 'fast-check'
import type { ApiVersion } from '../../packages/core/src/contract/versions.js'
import { type Call, callsBy, describeCalls } from '../model/calls.js'
import { type Api, agentVersions, customerVersions } from '../support/world.js'
import { type SideAction, sideActions } from './side-actions.js'

export type ClientName = 'casey' | 'ada' | 'bob'

/** The API version that each client calls. */
export interface Versions {
  readonly casey: ApiVersion<'customer'>
  readonly ada: ApiVersion<'agent'>
  readonly bob: ApiVersion<'agent'>
}

export interface Step {
  readonly what: Call | SideAction
  /** Milliseconds that pass before the step. */
  readonly milliseconds: number
  /** Whether the next step waits until everything in progress has been answered. */
  readonly isAwaited: boolean
}

export interface Interleaving {
  readonly versions: Versions
  readonly steps: readonly Step[]
}

export const interleavings: fc.Arbitrary<Interleaving> = fc
  .record({
    casey: fc.constantFrom(...customerVersions),
    ada: fc.constantFrom(...agentVersions),
    bob: fc.constantFrom(...agentVersions),
  })
  .chain(interleavingsIn)

export function interleavingsIn(versions: Versions): fc.Arbitrary<Interleaving> {
  return fc.record({
    versions: fc.constant(versions),
    steps: fc.array(stepsOf(versions), { minLength: 1, maxLength: 40, size: 'max' }),
  })
}

/** Excludes actions that only read, and the login, which happens once. */
const isWanted = (action: string) =>
  !action.startsWith('get_') && action !== 'login' && action !== 'change_push_notifications'

const sideAction = fc.constantFrom(...Object.keys(sideActions).filter(isSideAction))

/** Generators by versions, because creating one takes longer than using it. */
const cachedCalls = new Map<string, fc.Arbitrary<Call>>()

function callsOf(who: ClientName, api: Api, version: ApiVersion): fc.Arbitrary<Call> {
  const key = `${who} ${version}`
  const calls = cachedCalls.get(key) ?? callsBy(who, api, version, { isWanted })
  cachedCalls.set(key, calls)
  return calls
}

function stepsOf({ casey, ada, bob }: Versions): fc.Arbitrary<Step> {
  const what = fc.oneof(
    { weight: 6, arbitrary: callsOf('casey', 'customer', casey) },
    { weight: 6, arbitrary: callsOf('ada', 'agent', ada) },
    { weight: 6, arbitrary: callsOf('bob', 'agent', bob) },
    { weight: 1, arbitrary: sideAction },
    ...answersTo({ casey, ada }),
  )
  return fc.record({
    what,
    milliseconds: fc.constantFrom(0, 0, 0, 700),
    isAwaited: fc.constantFrom(false, false, true),
  })
}

const index = fc.constantFrom(0, 0, 1, 2)

/** Generates calls that refer to each other, which independent calls almost never do. */
function answersTo({ casey, ada }: Omit<Versions, 'bob'>) {
  if (casey !== 'v0.5' || ada !== 'v0.4') return []
  const buttons = [
    { text: 'Yes', postback_id: 'yes' },
    { text: 'No', postback_id: 'no' },
  ]
  const event = { type: 'rich_message', template_id: 'cards', elements: [{ buttons }] }
  const question = index.map((at): Call => {
    const payload = { chat_id: `$chat.${at}`, event }
    return { who: 'ada', version: ada, action: 'send_event', payload, seconds: 0 }
  })
  const postback = fc.record({ id: fc.constantFrom('yes', 'no'), toggled: fc.boolean() })
  const answer = fc.tuple(index, index, postback).map(([chat, at, given]): Call => {
    const message = { chat_id: `$chat.${chat}`, thread_id: '$thread.0', event_id: `$event.${at}` }
    const payload = { ...message, postback: given }
    return { who: 'casey', version: casey, action: 'send_rich_message_postback', payload, seconds: 0 }
  })
  return [
    { weight: 1, arbitrary: question },
    { weight: 2, arbitrary: answer },
  ]
}

function isSideAction(name: string): name is SideAction {
  return Object.hasOwn(sideActions, name)
}

/** Formats an interleaving with one step per line. */
export function describeInterleaving({ versions, steps }: Interleaving): string {
  const lines = steps.map(({ what, milliseconds, isAwaited }) => {
    const line = typeof what === 'string' ? `  ${what}` : describeCalls([what])
    return `${line}${milliseconds > 0 ? `, ${milliseconds} ms later` : ''}${isAwaited ? ', awaited' : ''}`
  })
  return [JSON.stringify(versions), ...lines].join('\n')
}
