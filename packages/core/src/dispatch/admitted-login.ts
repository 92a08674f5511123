import type { apis, ChatApi } from '../contract/apis.js'
import type { ActionContract, RequestOf } from '../contract/define.js'
import type { LoginUser } from '../ports/stores/tokens.js'

/** Contract of the login action of a chat API. */
export type LoginContract = (typeof apis)[ChatApi]['login']

/** The user that logs in to the API `A`: an agent or a customer. */
type LoginUserOf<A extends ChatApi> = Extract<LoginUser, { kind: (typeof apis)[A]['principal'] }>

/** A login that admission let in. Admission has already validated its payload, in order to find the token in it. */
export class AdmittedLogin<C extends LoginContract = LoginContract> {
  readonly #contract: C
  readonly request: RequestOf<C>
  readonly arriving: LoginUserOf<C['api']>

  constructor(contract: C, request: RequestOf<C>, arriving: LoginUserOf<C['api']>) {
    this.#contract = contract
    this.request = request
    this.arriving = arriving
  }

  isOf<Other extends LoginContract>(contract: Other): this is AdmittedLogin<Other> {
    const asked: ActionContract = contract
    return this.#contract === asked
  }
}
