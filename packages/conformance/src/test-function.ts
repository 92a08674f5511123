/** The signature of `test` from `node:test`. Other test runners need a one-line wrapper. A skip reason is shown. */
export type TestFunction = (
  name: string,
  options: { readonly skip: string | false },
  run: () => Promise<void>,
) => unknown
