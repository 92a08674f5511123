import type { AppendCommand } from '@parley/core/ports'

/** The commands for one chat, all made on the same revision, in their order. */
export interface ChatBatch {
  readonly chatId: string
  readonly revision: number
  readonly commands: readonly PlacedCommand[]
}

export interface PlacedCommand {
  readonly command: AppendCommand
  /** Among all commands of the call. */
  readonly index: number
}

interface OpenBatch extends ChatBatch {
  readonly commands: PlacedCommand[]
}

/** Each statement takes one batch of a chat; what was decided on another revision waits for the next one. */
export function splitRounds(commands: readonly AppendCommand[]): readonly (readonly ChatBatch[])[] {
  const rounds: OpenBatch[][] = []
  const newest = new Map<string, { readonly batch: OpenBatch; readonly round: number }>()
  for (const [index, command] of commands.entries()) {
    const { chatId, revision } = command
    const previous = newest.get(chatId)
    if (previous?.batch.revision === revision) {
      previous.batch.commands.push({ command, index })
      continue
    }
    const batch: OpenBatch = { chatId, revision, commands: [{ command, index }] }
    const round = previous === undefined ? 0 : previous.round + 1
    newest.set(chatId, { batch, round })
    const batches = rounds[round]
    if (batches === undefined) rounds.push([batch])
    else batches.push(batch)
  }
  return rounds
}
