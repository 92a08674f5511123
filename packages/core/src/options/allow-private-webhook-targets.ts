import { Type } from 'typebox'

export const allowPrivateWebhookTargets = Type.Boolean({ default: false })
