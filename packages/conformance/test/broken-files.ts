import type { FileRange, Files } from '@parley/core/ports'

/** A file storage that breaks one guarantee of the port. */
export interface BrokenFiles {
  readonly fault: string
  /** Name of the case that covers the broken guarantee. */
  readonly caughtBy: string
  /** Returns the methods that differ from those of the working file storage. */
  readonly broken: (sound: Files) => Partial<Files>
}

type Chunks = AsyncIterable<Uint8Array>

const mostBytes = 65_536

async function* of(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

async function* firstOf(chunks: Chunks, count: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (count-- > 0) yield chunk
  }
}

/** Reads several chunks at the same time instead of one after the other. */
async function* hasty(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.all([iterator.next(), iterator.next(), iterator.next()])
    for (const { done, value } of next) {
      if (done === true) return
      yield value
    }
  }
}

async function* whole(files: Files, key: string, range: FileRange): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of files.read(key, range)) chunks.push(chunk)
  yield Buffer.concat(chunks)
}

async function* ifThere(files: Files, key: string, range: FileRange): AsyncGenerator<Uint8Array> {
  if ((await files.size(key)) !== undefined) yield* files.read(key, range)
}

async function putPieceByPiece(files: Files, key: string, chunks: Chunks): Promise<void> {
  const taken: Uint8Array[] = []
  for await (const chunk of chunks) {
    taken.push(chunk)
    await files.put(key, of(...taken))
  }
  await files.put(key, of(...taken))
}

async function putWhatComes(files: Files, key: string, chunks: Chunks): Promise<void> {
  const taken: Uint8Array[] = []
  try {
    for await (const chunk of chunks) taken.push(chunk)
  } finally {
    await files.put(key, of(...taken))
  }
}

const anyKey = '0'.repeat(64)
const isKey = (key: string) => /^[0-9a-f]{64}$/.test(key)

export const brokenFiles: readonly BrokenFiles[] = [
  {
    fault: 'keeps the first chunk only',
    caughtBy: 'keeping: returns a file of 65537 bytes unchanged',
    broken: (sound) => ({ put: (key, chunks) => sound.put(key, firstOf(chunks, 1)) }),
  },
  {
    fault: 'loses empty files',
    caughtBy: 'keeping: returns a file of 0 bytes unchanged',
    broken: (sound) => ({
      async put(key, chunks) {
        await sound.put(key, chunks)
        if ((await sound.size(key)) === 0) await sound.remove(key)
      },
    }),
  },
  {
    fault: 'shows a file while it is being stored',
    caughtBy: 'keeping: a file cannot be read before all of it is stored',
    broken: (sound) => ({ put: (key, chunks) => putPieceByPiece(sound, key, chunks) }),
  },
  {
    fault: 'keeps the bytes of a failed source',
    caughtBy: 'keeping: a source that fails at any point leaves nothing behind',
    broken: (sound) => ({ put: (key, chunks) => putWhatComes(sound, key, chunks) }),
  },
  {
    fault: 'reads chunks before earlier ones are stored',
    caughtBy: 'keeping: reads a chunk only after those before it were stored',
    broken: (sound) => ({ put: (key, chunks) => sound.put(key, hasty(chunks)) }),
  },
  {
    fault: 'reads from the beginning, whatever the range',
    caughtBy: 'reading: reads any range exactly',
    broken: (sound) => ({
      read: (key, { start, end }) => sound.read(key, { start: 0, end: end - start }),
    }),
  },
  {
    fault: 'returns a whole file in one chunk',
    caughtBy: 'reading: returns chunks of at most 64 KiB',
    broken: (sound) => ({ read: (key, range) => whole(sound, key, range) }),
  },
  {
    fault: 'returns nothing for an unknown file',
    caughtBy: 'reading: fails for an unknown file',
    broken: (sound) => ({ read: (key, range) => ifThere(sound, key, range) }),
  },
  {
    fault: 'returns less than requested',
    caughtBy: 'reading: fails for a range beyond the end of the file',
    broken: (sound) => ({
      async *read(key, { start, end }) {
        const size = (await sound.size(key)) ?? mostBytes
        yield* sound.read(key, { start, end: Math.min(end, size) })
      },
    }),
  },
  {
    fault: 'keeps removed files',
    caughtBy: 'removing: removes one file and no other',
    broken: () => ({ remove: async () => undefined }),
  },
  {
    fault: 'accepts invalid keys',
    caughtBy: 'removing: an invalid key is a TypeError and reaches no file',
    broken: (sound) => ({ size: (key) => sound.size(isKey(key) ? key : anyKey) }),
  },
]
