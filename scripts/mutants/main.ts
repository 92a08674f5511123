import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { chooseList, readEquivalents, readList, writeList } from './list.js'
import { playAll, playOnly } from './play-list.js'
import { recordFiles } from './record-files.js'
import { filesThatReach, readRecording } from './recording.js'
import { report } from './report.js'
import { readVerdicts } from './verdicts.js'

const mutantCount = 120

const { values, positionals } = parseArgs({
  options: {
    /** Chooses a new list of mutants from the current sources. */
    choose: { type: 'boolean', default: false },
    /** Seed of that choice. Default: the seed of the list. */
    seed: { type: 'string' },
    /**
     * Records which mutants the test files reach. Positional arguments limit it to files whose path contains one of
     * them.
     */
    record: { type: 'boolean', default: false },
    /** Ids of the mutants to play, separated by commas. Default: all mutants of the list. */
    only: { type: 'string' },
    /** Prints the results of earlier runs. */
    report: { type: 'boolean', default: false },
    /** Number of test files that run at the same time. */
    processes: { type: 'string', default: String(availableParallelism()) },
  },
  allowPositionals: true,
})
const processCount = Number(values.processes)
const ids = values.only?.split(',')

if (values.choose) writeList(chooseList(Number(values.seed ?? readList().seed), mutantCount))
else if (values.record) await recordFiles(positionals, processCount)
else if (ids !== undefined && positionals.length > 0) await playOnly(ids, positionals)
else {
  if (!values.report) await playAll(ids, processCount)
  const { mutants } = readList()
  const recording = readRecording()
  const reaching = (id: string) => (recording === undefined ? 0 : filesThatReach(id, recording).length)
  console.log(report({ mutants, verdicts: readVerdicts(), reaching, equivalents: readEquivalents() }))
}
