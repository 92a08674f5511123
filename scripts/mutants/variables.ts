/** Environment variables that pass the mutants to the processes of a test file. */
export const variables = {
  /** Ids of the mutants that run instead of the original, separated by commas. */
  active: 'PARLEY_MUTANTS',
  /** File to which each process appends the mutants it reached, one line `id test-file` each. */
  log: 'PARLEY_MUTANTS_LOG',
  /** Path of the running test file. Processes and threads that it starts inherit the variable. */
  testFile: 'PARLEY_MUTANTS_TEST_FILE',
} as const
