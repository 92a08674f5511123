/** A promise that settles when the test says so. */
export interface Gate<T = void> {
  readonly promise: Promise<T>
  open(value: T): void
  fail(cause: unknown): void
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => undefined
  let fail: (cause: unknown) => void = () => undefined
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { promise, open: (value) => open(value), fail: (cause) => fail(cause) }
}
