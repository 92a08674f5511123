import { loads } from '../clients/loads.js'
import type { ClientAnswer, ClientOrder, ClientQuestion } from './messages.js'
import { answerParent, receiveOrder, sendToParent } from './parent.js'

const order = await receiveOrder<ClientOrder>()
const load = loads[order.load](order)

answerParent<ClientQuestion, ClientAnswer>(async (question) => {
  switch (question.kind) {
    case 'open':
      await load.open(question.connections)
      return { kind: 'done' }
    case 'measure': {
      const cpuBefore = process.cpuUsage()
      const startedAt = performance.now()
      const measurement = await load.measure(question.milliseconds, question.perSecond)
      const { user, system } = process.cpuUsage(cpuBefore)
      const cpuShare = (user + system) / 1_000 / (performance.now() - startedAt)
      return { kind: 'measured', cpuShare, ...measurement }
    }
    case 'settle':
      return { kind: 'settled', acknowledged: await load.settle() }
  }
})
sendToParent({ kind: 'ready' })
