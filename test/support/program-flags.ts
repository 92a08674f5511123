/** Flags for a program of the tests, with which it is loaded as this process was: from the bundle or from source. */
export const programFlags: readonly string[] = process.execArgv.filter((flag) => !flag.startsWith('--test'))
