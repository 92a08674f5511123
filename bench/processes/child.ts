import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Failed } from './messages.js'

const stopTimeoutMs = 5_000

const running = new Set<ChildProcess>()

// Children also end on their own when the channel to this process closes, however this process ends.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A child process that answers questions, one at a time. */
export class Child<Question extends { readonly kind: string }, Answer extends { readonly kind: string }> {
  readonly #process: ChildProcess

  /** `core` is the only core that the process and its threads may use; `undefined` leaves the choice to the system. */
  constructor(module: URL, order: object, flags: readonly string[], core?: number) {
    const options =
      core === undefined
        ? { execArgv: [...flags] }
        : { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath, ...flags] }
    this.#process = fork(fileURLToPath(module), [], options)
    this.#process.send(JSON.stringify(order))
    running.add(this.#process)
    this.#process.once('exit', () => running.delete(this.#process))
  }

  /** Resolves with the next answer, which must be of the given kind. */
  async answer<K extends Answer['kind']>(kind: K): Promise<Extract<Answer, { readonly kind: K }>> {
    const answer = await this.#next()
    if (hasFailed(answer)) throw new Error(`A benchmark process failed: ${answer.error}`)
    if (!isOfKind(answer, kind)) throw new Error(`A benchmark process answered ${answer.kind}, not ${kind}`)
    return answer
  }

  ask<K extends Answer['kind']>(question: Question, kind: K): Promise<Extract<Answer, { readonly kind: K }>> {
    const answer = this.answer<K>(kind)
    this.#process.send(JSON.stringify(question))
    return answer
  }

  /** Kills the process and resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exited = once(this.#process, 'exit')
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), stopTimeoutMs)
    this.#process.kill('SIGTERM')
    await exited
    clearTimeout(timer)
  }

  #next(): Promise<Answer | Failed> {
    return new Promise((resolve, reject) => {
      const onMessage = (message: unknown) => {
        this.#process.off('exit', onExit)
        resolve(JSON.parse(String(message)))
      }
      const onExit = (code: number | null, signal: string | null) => {
        this.#process.off('message', onMessage)
        reject(new Error(`A benchmark process ended with ${code ?? signal}`))
      }
      this.#process.once('message', onMessage)
      this.#process.once('exit', onExit)
    })
  }
}

function hasFailed(answer: { readonly kind: string }): answer is Failed {
  return answer.kind === 'failed'
}

function isOfKind<A extends { readonly kind: string }, K extends A['kind']>(
  answer: A | Failed,
  kind: K,
): answer is Extract<A, { readonly kind: K }> {
  return answer.kind === kind
}
