import assert from 'node:assert/strict'
import type { Scope } from '@parley/core/admin'
import { test } from '../support/cells.js'
import { at } from '../support/json.js'
import { isToday } from '../support/profile.js'
import { dealToStorages } from '../support/storages.js'
import { call } from './call.js'
import { type CallerKind, useCallers } from './scope-callers.js'
import {
  administratorScopes,
  everyScope,
  isAllowed,
  type ScopedAction,
  scopedActions,
} from './scope-table.js'

/** Actions that leave the chat in a state which the next action does not expect. */
const changing = new Set([
  ...['close_thread', 'join_chat', 'remove_from_chat', 'remove_auto_chat_scopes'],
  ...['agents/remove_bot_agent', 'webhooks/unregister_webhook'],
])

/**
 * Returns whether the action is tried. The quick profile tries a quarter of the actions that a scope denies, chosen by
 * the seed.
 */
function isTried(position: number): boolean {
  return isToday(position, 4)
}

function expected(
  action: ScopedAction,
  scope: Scope | undefined,
  { permission, standing, isBot }: CallerKind,
): boolean {
  const isGranted =
    scope === undefined || permission === 'administrator' || isBot || !administratorScopes.has(scope)
  return isAllowed(action.need, isGranted ? scope : undefined, standing)
}

/** Registers tests of every action with each scope alone, for these kinds of callers. */
export function tryEachScope(kinds: Readonly<Record<string, CallerKind>>): void {
  dealToStorages('oauth: scopes', (storage) => {
    const { given } = useCallers(storage)

    for (const [title, kind] of Object.entries(kinds)) {
      test(`one scope at a time, ${title} can do what the specification lists for it`, async () => {
        const { ids, newChat, bearerOf, watch, options } = await given(kind)
        let chat = await newChat()
        for (const [number, scope] of [undefined, ...everyScope].entries()) {
          const bearer = await bearerOf(scope === undefined ? [] : [scope])
          const check = async (action: ScopedAction, status: number) => {
            const payload = action.payload({ ...chat, ...ids })
            const answer = await call(bearer, action, payload, options)
            const what = `${action.name} with ${scope ?? 'no scope'}: ${JSON.stringify(answer.body)}`
            assert.equal(answer.status, status, what)
            if (status === 403) assert.equal(at(answer.body, 'error.type'), 'authorization', what)
          }
          const isAllowedTo = (action: ScopedAction) => expected(action, scope, kind)
          const denied = scopedActions.filter(
            (action, index) => !isAllowedTo(action) && isTried(index + number),
          )
          await watch.leavesNoTrace(chat, async () => {
            // Runs in parallel, because refused actions change nothing and so need no order.
            await Promise.all(denied.map((action) => check(action, 403)))
          })
          for (const action of scopedActions.filter(isAllowedTo)) {
            await check(action, 200)
            if (changing.has(action.name)) chat = await newChat()
          }
        }
      })
    }
  })
}
