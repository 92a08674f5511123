import type { Recording } from '../recording.js'
import { type CallMethod, Stage } from '../stage.js'
import { arrange, configure, employ, subscribe } from './arrange.js'
import { enter } from './cast.js'
import { end, leave, wait } from './end.js'
import { look } from './look.js'
import { show } from './show.js'
import { meet, talk } from './talk.js'

/** Plays all scenes as one story and returns the recording, which contains every example of the reference. */
export async function play(way: CallMethod): Promise<Recording> {
  const stage = await Stage.open(way)
  const cast = await enter(stage)
  const chatId = await talk(stage, cast)
  await meet(stage, cast, chatId)
  await arrange(stage, cast, chatId)
  await show(stage, cast, chatId)
  await look(stage, cast, chatId)
  await end(stage, cast, chatId)
  await leave(stage, cast)
  await wait(stage, cast)
  await configure(stage, cast)
  await employ(stage, cast)
  await subscribe(stage, cast)
  return stage.close()
}
