/** Answers the questions of the process that started this one, one at a time, and ends together with it. */
export function answerParent<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    const question: Question = JSON.parse(String(message))
    answer(question).then(sendToParent, failParent)
  })
}

export function sendToParent(message: unknown): void {
  process.send?.(JSON.stringify(message))
}

export function failParent(error: unknown): void {
  sendToParent({
    kind: 'failed',
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
}

/** Resolves with the first message, which says what this process has to do. */
export function receiveOrder<Order>(): Promise<Order> {
  return new Promise((resolve) => process.once('message', (message) => resolve(JSON.parse(String(message)))))
}
