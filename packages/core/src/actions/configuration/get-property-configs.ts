import { getPropertyConfigs as contract } from '../../contract/actions/configuration/index.js'
import { handle } from '../../dispatch/handle.js'
import { holdsAny } from '../../domain/access.js'
import { ParleyError } from '../../errors.js'
import { propertyConfigsView } from '../../views/property-configs.js'
import { callingApp } from './calling-app.js'

const ofAll = ['properties--all:read'] as const

export const getPropertyConfigs = handle(contract, async (context, { all = false }) => {
  if (all && !holdsAny(context.principal, ofAll)) {
    throw new ParleyError('authorization', { detail: `all needs the scope ${ofAll.join()}` })
  }
  const own = all ? undefined : callingApp(context)
  const { catalog } = context.eventRules
  const shown = [...catalog].filter(([namespace]) => own === undefined || namespace === own)
  const count = shown.reduce((sum, [, { size }]) => sum + size, 0)
  await context.reserveResponse(count * context.settings.limits.propertyDefinitionBytes)
  return propertyConfigsView(shown)
})
