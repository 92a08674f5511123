import { coldStart } from './cold-start.js'
import { fanOut } from './fan-out.js'
import { growth, longChats } from './growth.js'
import { idle } from './idle.js'
import { login } from './login.js'
import { nodes } from './nodes.js'
import { routing } from './routing.js'
import { sendHttp } from './send-http.js'
import { sendRtm } from './send-rtm.js'
import { startChat } from './start-chat.js'
import { tokenCheck } from './token-check.js'
import { webhooks } from './webhooks.js'
import type { Workload } from './workload.js'

export const workloads: readonly Workload[] = [
  sendHttp,
  sendRtm,
  fanOut,
  startChat,
  login,
  idle,
  tokenCheck,
  growth,
  longChats,
  routing,
  webhooks,
  nodes,
  coldStart,
]
