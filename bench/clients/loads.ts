import { fanOutLoad } from './fan-out-load.js'
import { growthLoad } from './growth-load.js'
import { sendHttpLoad, startChatLoad, tokenCheckLoad } from './http-load.js'
import { idleLoad } from './idle-load.js'
import type { CreateLoad } from './load.js'
import { loginLoad } from './login-load.js'
import { routingLoad } from './routing-load.js'
import { sendRtmLoad } from './send-rtm-load.js'

export const loads = {
  'send-http': sendHttpLoad,
  'send-rtm': sendRtmLoad,
  'fan-out': fanOutLoad,
  idle: idleLoad,
  'token-check': tokenCheckLoad,
  'start-chat': startChatLoad,
  login: loginLoad,
  growth: growthLoad,
  routing: routingLoad,
} as const satisfies Readonly<Record<string, CreateLoad>>

export type LoadName = keyof typeof loads
