/** Flags that make Node.js load a test program like this process: from the bundle or from source. */
export const programFlags: readonly string[] = process.execArgv.filter((flag) => !flag.startsWith('--test'))
