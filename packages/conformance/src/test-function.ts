/** The shape of `test` of `node:test`; other runners need a line of glue. A reason for skipping is shown. */
export type TestFunction = (
  name: string,
  options: { readonly skip: string | false },
  run: () => Promise<void>,
) => unknown
