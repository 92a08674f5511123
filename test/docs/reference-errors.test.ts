import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoryStorage } from '@parley/storage-memory'
import type { ActionContract, Upload } from '../../packages/core/src/contract/define.js'
import { type Scope, scopes } from '../../packages/core/src/contract/scopes.js'
import { type ErrorType, errorTable } from '../../packages/core/src/errors.js'
import { actionEntries, newestOf } from '../../scripts/reference/entries.js'
import { errorsOf } from '../../scripts/reference/errors.js'
import { isSameName } from '../../scripts/reference/recording.js'
import { play } from '../../scripts/reference/scenes/play.js'
import { useEngine } from '../support/engine.js'
import { formOf, type Part, postForm } from '../support/forms.js'
import { at } from '../support/json.js'
import { MemoryFiles } from '../support/kept-files.js'
import { post, type WebAnswer, type WebRequest } from '../support/web-client.js'
import type { Person } from '../support/world.js'

const { actions: examples } = await play('http')
const contracts = actionEntries.flatMap(({ variants }) => variants.map(({ contract }) => contract))

/** Calls each action so that it fails with each error that every action can return. */
describe('every action returns only errors that its page lists', () => {
  const storage = async () => ({ open: memoryStorage, remove: async () => {} })
  const { world } = useEngine(storage, { files: new MemoryFiles() })

  for (const contract of contracts.filter(({ transports }) => transports.includes('web'))) {
    const title = `${contract.api} ${contract.name} of ${contract.versions.join()}`
    test(title, async () => {
      const own = await world()
      const caller = contract.api === 'customer' ? await own.customer() : await own.agent('ada')
      const named = errorsOf(contract).map(([type]) => type)
      assertRefused(contract, await ask(caller, contract, { token: 'none' }), 'authentication')
      assertRefused(contract, await ask(caller, contract, { payload: [] }), 'validation')
      assertRefused(contract, await ask(caller, contract, {}, 'v9.9'), 'unsupported_version')
      if (named.includes('license_not_found')) {
        const answer = await ask(caller, contract, { licenseId: own.licenseId + 1_000 })
        assertRefused(contract, answer, 'license_not_found')
      }
      if (contract.scopes.length > 0) {
        const ungranted = await own.agent('ungranted', { scopes: scopesBut(contract.scopes) })
        const payload = examples.find((example) => isSameName(example, contract))?.payload
        const answer =
          contract.upload === undefined
            ? await ask(ungranted, contract, { payload })
            : await postForm(ungranted, contract.name, formWithFile(payload, contract.upload))
        assertRefused(contract, answer, 'authorization')
      }
    })
  }
})

/** Sends a request of the caller. The fields of `request` override its defaults. */
function ask(
  { world, token }: Person,
  contract: ActionContract,
  request: WebRequest,
  version: string = newestOf(contract),
): Promise<WebAnswer> {
  const { api } = contract
  const licenseId = api === 'customer' ? { licenseId: world.licenseId } : {}
  return post(world.engine.origin, [api, version, contract.name], { token, ...licenseId, ...request })
}

function formWithFile(payload: unknown, field: Upload): FormData {
  const texts = Object.entries(Object(payload)).filter(([name]) => name !== field)
  const parts = texts.map(([name, value]): Part => [`payload.${name}`, String(value)])
  return formOf([...parts, [`payload.${field}`, { bytes: Buffer.from('text') }]])
}

function assertRefused(contract: ActionContract, answer: WebAnswer, type: ErrorType): void {
  assert.equal(at(answer.body, 'error.type'), type)
  assert.equal(answer.status, errorTable[type].status)
  assert.ok(errorsOf(contract).some(([named]) => named === type))
}

function scopesBut(left: readonly Scope[]): readonly Scope[] {
  return (Object.keys(scopes) as Scope[]).filter((scope) => !left.includes(scope))
}
