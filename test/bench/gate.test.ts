import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GateRatio, gateRatios, gateReport, isLoss, verdictsOf } from '../../bench/gate.js'
import { comparedMetric, metric, type Workload } from '../../bench/workloads/workload.js'

const workload: Workload = {
  name: 'send-http',
  title: 'sends',
  targets: [],
  metrics: [comparedMetric('higher', 'perSecond', 'a second'), metric('clientCpu', 'client')],
  run: async () => ({}),
}

function sends(ratio: number): GateRatio {
  return { workload: 'send-http', target: 'parley-sqlite', metric: 'perSecond', better: 'higher', ratio }
}

function memory(ratio: number): GateRatio {
  return { workload: 'idle', target: 'parley-sqlite', metric: 'residentKib', better: 'lower', ratio }
}

test('gateRatios returns the median of the ratios of each round, for compared metrics of measured targets', () => {
  const rounds = [40, 50, 90].map(
    (perSecond) =>
      new Map([
        ['parley-sqlite', { perSecond, clientCpu: 1 }],
        ['floor-sqlite', { perSecond: 100, clientCpu: 1 }],
      ]),
  )
  assert.deepEqual(gateRatios(workload, rounds), [sends(0.5)])
})

test('the gate finds a loss of more than 5 % of the baseline in either direction of better', () => {
  const verdicts = verdictsOf([sends(0.47), memory(1.4)], [sends(0.5), memory(1.3)])
  assert.deepEqual(verdicts.map(isLoss), [true, true])
  assert.deepEqual(
    verdicts.map(({ loss }) => Math.round(loss * 100)),
    [6, 8],
  )
})

test('the gate accepts gains, small losses, and ratios that the baseline lacks', () => {
  assert.deepEqual(verdictsOf([sends(0.6), memory(1.32)], [sends(0.5), memory(1.3)]).filter(isLoss), [])
  assert.deepEqual(verdictsOf([sends(0.1)], [memory(1)]), [])
})

test('gateReport marks each loss', () => {
  const report = gateReport(verdictsOf([sends(0.4), memory(1)], [sends(0.5), memory(1)]))
  assert.match(
    report,
    /\| send-http \| parley-sqlite \| perSecond \| 0\.500 \| 0\.400 \| -20\.0 % \| LOSS \|/,
  )
  assert.match(report, /\| idle .* ok \|/)
})
