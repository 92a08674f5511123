import { Type } from 'typebox'
import { boundedString } from '../limits.js'

const mobilePlatform = Type.Union([Type.Literal('ios'), Type.Literal('android')])
/**
 * Platforms of v0.4. `web` is an addition: its token is the push subscription of a browser, as JSON (decisions §16.25).
 */
const platform = Type.Union([Type.Literal('ios'), Type.Literal('android'), Type.Literal('web')])

/** Fields that identify a device, by version. */
export const device = {
  'v0.3': { push_service_token: boundedString('deviceTokenLength', 1), platform: mobilePlatform },
  'v0.4': { push_service_token: boundedString('webSubscriptionLength', 1), platform },
} as const
