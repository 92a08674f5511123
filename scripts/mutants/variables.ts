/** The environment variables by which the processes of a test file are told about mutants. */
export const variables = {
  /** Ids of the mutants that run instead of the original, separated by commas. */
  active: 'PARLEY_MUTANTS',
  /** File to which each process appends which places it reached, a line `id test-file` each. */
  log: 'PARLEY_MUTANTS_LOG',
  /** The test file that runs. Processes and threads that it starts inherit it. */
  testFile: 'PARLEY_MUTANTS_TEST_FILE',
} as const
