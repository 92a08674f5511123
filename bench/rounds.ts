import { join } from 'node:path'
import { summarizeProfile } from './cpu-profile.js'
import type { DatabaseServers } from './databases.js'
import type { Options } from './options.js'
import { waitForQuiet } from './quiet.js'
import type { Target } from './targets/target.js'
import { Trial, type TrialSettings } from './trial.js'
import type { Figures, Workload } from './workloads/workload.js'

/** Results of one round by the target's name. */
export type Round = ReadonlyMap<string, Figures>

const disturbedPercent = 30

/**
 * Measures all targets in turn, so that disturbances of the machine affect them alike, and repeats that in another
 * order for each round.
 */
export async function runRounds(
  workload: Workload,
  targets: readonly Target[],
  options: Options & DatabaseServers,
): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (let number = 1; number <= options.rounds; number++) {
    const round = new Map<string, Figures>()
    for (const target of inOrderOf(number, targets)) {
      const profileFile =
        options.profile && join(options.profile, `${workload.name}-${target.name}.cpuprofile`)
      const milliseconds = options.seconds * 1_000
      const { postgresUrl, redisUrl } = options
      const settings = { target, milliseconds, postgresUrl, redisUrl, profileFile }
      const figures = await runUndisturbed(workload, settings, options.quiet)
      round.set(target.name, figures)
      console.log(`round ${number}  ${target.name.padEnd(16)}${describe(workload, figures)}`)
      if (profileFile !== undefined) console.log(await summarizeProfile(profileFile))
    }
    rounds.push(round)
  }
  return rounds
}

/**
 * Returns the targets in the order of a round. The first target changes, and every second round is reversed, so that no
 * target always follows the same one.
 */
function inOrderOf(number: number, targets: readonly Target[]): readonly Target[] {
  const first = Math.floor(number / 2) % targets.length
  const turned = [...targets.slice(first), ...targets.slice(0, first)]
  return number % 2 === 0 ? turned : turned.reverse()
}

/**
 * Runs one trial. With `quiet`, waits for an idle machine first, and repeats the trial when other processes disturbed
 * it.
 */
async function runUndisturbed(workload: Workload, settings: TrialSettings, quiet: boolean): Promise<Figures> {
  for (;;) {
    if (quiet) await waitForQuiet()
    const figures = await runTrial(workload, settings)
    const isDisturbed = (figures.otherCpu ?? 0) > disturbedPercent
    if (!quiet || !isDisturbed) return figures
    console.log(`disturbed (${figures.otherCpu?.toFixed(0)} % of a core used by others), again`)
  }
}

async function runTrial(workload: Workload, settings: TrialSettings): Promise<Figures> {
  const trial = new Trial(settings)
  try {
    return await workload.run(trial)
  } finally {
    await trial.end()
  }
}

function describe({ metrics }: Workload, figures: Figures): string {
  return metrics
    .map(({ name, title, decimals }) => `${(figures[name] ?? Number.NaN).toFixed(decimals)} ${title}`)
    .join(' · ')
}
