import { join } from 'node:path'
import { summarizeProfile } from './cpu-profile.js'
import type { Options } from './options.js'
import type { Target } from './targets/target.js'
import { Trial } from './trial.js'
import type { Figures, Workload } from './workloads/workload.js'

/** What each target did in one round, by the target's name. */
export type Round = ReadonlyMap<string, Figures>

/** All targets in turn, so that what disturbs the machine disturbs them alike; then the next round. */
export async function runRounds(
  workload: Workload,
  targets: readonly Target[],
  options: Options & { readonly postgresUrl: string | undefined },
): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (let number = 1; number <= options.rounds; number++) {
    const round = new Map<string, Figures>()
    for (const target of targets) {
      const profileFile =
        options.profile && join(options.profile, `${workload.name}-${target.name}.cpuprofile`)
      const milliseconds = options.seconds * 1_000
      const trial = new Trial({ target, milliseconds, postgresUrl: options.postgresUrl, profileFile })
      const figures = await runTrial(workload, trial)
      round.set(target.name, figures)
      console.log(`round ${number}  ${target.name.padEnd(16)}${describe(workload, figures)}`)
      if (profileFile !== undefined) console.log(await summarizeProfile(profileFile))
    }
    rounds.push(round)
  }
  return rounds
}

async function runTrial(workload: Workload, trial: Trial): Promise<Figures> {
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
