import { changePushNotifications as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { checkDevice } from '../../domain/devices.js'
import { ParleyError } from '../../errors.js'

/** Assigns the device to the caller, even if another agent had it: holding its token proves holding the device. */
export const changePushNotifications = handle(contract, async (context, request) => {
  const { principal, settings, now } = context
  const { push_service_token: token, platform, enabled: isEnabled } = request
  checkDevice({ platform, token }, settings.contractLimits, 'payload.push_service_token')
  return context.commit([principal.id], async ({ tx }) => {
    const device = { agentId: principal.id, token, platform, isEnabled, putAt: now }
    const unknownApplication = { applicationName: null, applicationVersion: null }
    const isPut = await tx.agents.putDevice(
      { ...device, ...unknownApplication },
      settings.limits.devicesPerAgent,
    )
    if (!isPut) throw new ParleyError('authentication')
    return { response: {}, facts: [] }
  })
})
