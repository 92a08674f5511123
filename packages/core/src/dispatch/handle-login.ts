import type { ResponseOf } from '../contract/define.js'
import { AdmittedLogin, type LoginContract } from './admitted-login.js'
import type { ActionContext } from './context.js'
import { type Action, authorize, isFor } from './handle.js'

/**
 * Binds the handler of a login to its contract. The handler gets the `AdmittedLogin` that admission created instead of
 * a payload.
 */
export function handleLogin<C extends LoginContract>(
  contract: C,
  run: (context: ActionContext<C['api']>, login: AdmittedLogin<C>) => Promise<ResponseOf<C>>,
): Action<C> {
  return {
    contract,
    invoke(context, login) {
      if (!isFor(contract, context) || !(login instanceof AdmittedLogin) || !login.isOf(contract)) {
        throw new TypeError(`${contract.name} comes from admission to its own API only`)
      }
      authorize(contract, context.principal)
      return run(context, login)
    },
  }
}
