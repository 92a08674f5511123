import type { AppendCommand } from '@parley/core/storage'

/** Commands for one chat that are based on the same revision, in their order. */
export interface ChatBatch {
  readonly chatId: string
  readonly revision: number
  readonly commands: readonly IndexedCommand[]
}

/** A command with its position. */
export interface IndexedCommand {
  readonly command: AppendCommand
  /** Index among all commands of the call. */
  readonly index: number
}

interface OpenBatch extends ChatBatch {
  readonly commands: IndexedCommand[]
}

/**
 * Splits commands into rounds. A statement takes one batch per chat, so commands based on another revision go into the
 * next round.
 */
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
