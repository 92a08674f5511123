import type { ActionContract, RequestOf, ResponseOf } from '../contract/define.js'
import { holdsAny } from '../domain/access.js'
import type { Principal } from '../domain/principal.js'
import { ParleyError } from '../errors.js'
import type { ActionContext } from './context.js'

/** One action: its contract, and the function that turns an unchecked payload into the response. */
export interface Action<C extends ActionContract = ActionContract> {
  readonly contract: C
  /** Validates, authorizes and runs. Throws or rejects with a `ParleyError` when the caller made a mistake. */
  readonly invoke: (context: ActionContext, payload: unknown) => Promise<ResponseOf<C>>
}

/**
 * Binds a handler to its contract. The handler gets a valid payload from a caller that holds one of the required
 * scopes.
 */
export function handle<C extends ActionContract>(
  contract: C,
  run: (context: ActionContext<C['api']>, payload: RequestOf<C>) => Promise<ResponseOf<C>>,
): Action<C> {
  return {
    contract,
    invoke(context, payload) {
      if (!isFor(contract, context)) throw new TypeError(`${contract.name} is an action of another API`)
      const request = context.validate(contract, payload)
      authorize(contract, context.principal)
      return run(context, request)
    },
  }
}

/** Returns whether the call was made to the API of the action. */
export function isFor<C extends ActionContract>(
  contract: C,
  context: ActionContext,
): context is ActionContext<C['api']> {
  return context.api === contract.api
}

/**
 * Throws `authorization` unless an agent holds one of the scopes of the action. The handler checks whether the scopes
 * reach a particular chat.
 */
export function authorize(contract: ActionContract, principal: Principal): void {
  if (principal.kind === 'agent' && !holdsAny(principal, contract.scopes)) {
    throw new ParleyError('authorization', {
      detail: `one of the scopes ${contract.scopes.join(', ')} is needed`,
    })
  }
}
