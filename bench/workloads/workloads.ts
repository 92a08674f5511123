import { coldStart } from './cold-start.js'
import { fanOut } from './fan-out.js'
import { growth } from './growth.js'
import { idle } from './idle.js'
import { sendHttp } from './send-http.js'
import { sendRtm } from './send-rtm.js'
import { tokenCheck } from './token-check.js'
import type { Workload } from './workload.js'

export const workloads: readonly Workload[] = [sendHttp, sendRtm, fanOut, idle, tokenCheck, growth, coldStart]
