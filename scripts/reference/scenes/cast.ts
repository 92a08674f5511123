import type { Player, Stage } from '../stage.js'

/** The persons who are on stage in every scene. */
export interface Cast {
  readonly casey: Player
  readonly ada: Player
  readonly grace: Player
}

export async function enter(stage: Stage): Promise<Cast> {
  const { world } = stage
  const ada = await stage.enter(await world.agent('Ada'), {
    application: { name: 'Desk', version: '1.0' },
  })
  const grace = await stage.enter(await world.agent('Grace', { permission: 'normal' }), {})
  const page = { url: 'https://shop.example/boots', title: 'Boots' }
  const casey = await stage.enter(await world.customer({}), {
    customer: { monitoring: { page, timezone: 'Europe/Warsaw' } },
  })
  return { casey, ada, grace }
}
