import { allTargets, comparedMetric, metric, type Workload } from './workload.js'

export const coldStart: Workload = {
  name: 'cold-start',
  title: 'from createParley, on an empty database, to the first answered request',
  targets: allTargets,
  metrics: [
    comparedMetric('lower', 'startMs', 'from construction to the first answer, ms', 1),
    metric('processMs', 'from the start of the process to the first answer, ms', 1),
  ],
  async run(trial) {
    const { ready } = await trial.startServer(null)
    return ready.figures
  },
}
