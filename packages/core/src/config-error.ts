/**
 * The table of config errors: code → what is wrong, and how it is fixed. Every code is in docs/errors.md, and is used
 * somewhere.
 */
export const configErrorTable = {
  options_required: {
    meaning: 'A function that needs options was called without them.',
    fix: 'Pass an object, as in the example of the message.',
  },
  option_required: {
    meaning: 'A required option is missing.',
    fix: 'Set the option that the message names.',
  },
  option_unknown: {
    meaning: 'There is no option with this name.',
    fix: 'Correct the spelling. The message names the closest option, or all that there are.',
  },
  option_misplaced: {
    meaning: 'The option was given outside of its group.',
    fix: 'Move it into the group that the message names.',
  },
  option_invalid: {
    meaning: 'The value of an option is not allowed.',
    fix: 'Use a value that the message describes.',
  },
  option_conflict: {
    meaning: 'Two options do not work together.',
    fix: 'Change one of them, as the message says.',
  },
  port_incomplete: {
    meaning: 'An object that implements a port lacks methods.',
    fix: 'Add the methods that the message lists, or call the factory and pass what it returns.',
  },
  argument_invalid: {
    meaning: 'A method was called with an argument that is not allowed.',
    fix: 'Pass an argument that the message describes.',
  },
  event_unknown: {
    meaning: 'There is no event with the name that `parley.on()` was called with.',
    fix: 'Use a name of `EventName`, such as `thread_closed`.',
  },
  hook_result_invalid: {
    meaning:
      'A function of the host (`signIn`, `renderPage`, `routing.policy`, `pushService.notify`) returned a value that is not allowed.',
    fix: 'Return a value that the message describes.',
  },
  encryption_key_missing: {
    meaning: 'The storage holds secret keys that were encrypted with a key that `encryptionKeys` lacks.',
    fix: 'Add that key behind the others.',
  },
  storage_reused: {
    meaning: 'A storage was opened a second time.',
    fix: 'Create one storage for each engine.',
  },
  driver_unavailable: {
    meaning: 'The driver of a storage is not installed, or this version of Node.js cannot load it.',
    fix: 'Install it, or use another driver, as the message says.',
  },
  bus_closed: {
    meaning: 'A bus was used after it was closed.',
    fix: 'Create a new bus. An engine closes its bus when it is closed itself.',
  },
  files_unusable: {
    meaning: 'The directory or bucket for files cannot be used as it is configured.',
    fix: 'Correct its name or its permissions.',
  },
  engine_expected: {
    meaning: 'Something else than an engine was mounted, usually the promise of one.',
    fix: 'Await `createParley()` before mounting its result.',
  },
  server_expected: {
    meaning: 'Something else than a listening server was passed, usually an app.',
    fix: 'Pass the result of `createServer(app)` or `app.listen()`.',
  },
  http1_required: {
    meaning: 'The server does not speak HTTP/1.1, which every websocket begins with.',
    fix: 'Create the server with `http2.createSecureServer({ allowHTTP1: true })`.',
  },
  paths_taken: {
    meaning: 'Another engine on the same server has the same paths.',
    fix: 'Give each engine its own `baseUrl`, and attach an engine only once.',
  },
  mount_path_mismatch: {
    meaning: 'Parley is mounted at a path that `baseUrl` does not name.',
    fix: 'Set `baseUrl` to the address that browsers use, with that path.',
  },
  websocket_not_attached: {
    meaning: 'A websocket was requested, and the server does not pass websockets to Parley.',
    fix: 'Call `attachRtm(server, parley)`.',
  },
  body_already_read: {
    meaning: 'Something in front of Parley read the body of a request and left nothing.',
    fix: 'Mount the body parser after Parley.',
  },
  runtime_unsupported: {
    meaning: 'The runtime lacks something that Parley needs.',
    fix: 'Run the engine with Node.js.',
  },
} as const

/** Names one kind of mistake, for code that handles it. */
export type ConfigErrorCode = keyof typeof configErrorTable

/** Details of a {@link ParleyConfigError}. */
export interface ConfigErrorDetails {
  /** The mistake and its fix, in one sentence. Never contains a secret. */
  readonly message: string
  /** Path of the option or argument, e.g. `limits.bodyBytes` or `sqliteStorage.filename`. */
  readonly option?: string
  /** The error that revealed the mistake. */
  readonly cause?: unknown
}

/**
 * A mistake of the host: a wrong option, a wrong argument, or a wrong way of mounting the engine. It is thrown to the
 * host and never reaches a client. The message says how to fix it; `code` and `option` are for programs.
 */
export class ParleyConfigError extends TypeError {
  override readonly name = 'ParleyConfigError'
  readonly code: ConfigErrorCode
  /** Path of the option or argument, e.g. `limits.bodyBytes`; `undefined` when the mistake is not about one. */
  readonly option: string | undefined

  constructor(code: ConfigErrorCode, { message, option, cause }: ConfigErrorDetails) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.option = option
  }
}
