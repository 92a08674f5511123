import { countOrInfinity } from './count-or-infinity.js'
import { group } from './group.js'
import { integer } from './integer.js'
import { mebibyte } from './units.js'

export const limits = group({
  /** JSON body or real-time frame. */
  bodyBytes: integer({ default: 262_144, minimum: 1_024, maximum: 16_777_216 }),
  /** Nesting of the JSON of a request. */
  jsonDepth: integer({ default: 32, minimum: 4, maximum: 256 }),
  /** Keys of one object in a request. */
  jsonKeyCount: integer({ default: 1_000, minimum: 16, maximum: 100_000 }),
  /** One key of an object in a request. */
  jsonKeyBytes: integer({ default: 256, minimum: 16, maximum: 65_536 }),
  /** Query string of a request. */
  queryBytes: integer({ default: 8_192, minimum: 256, maximum: 65_536 }),
  /** `content` of a custom event. */
  customContentBytes: integer({ default: 65_536, minimum: 1_024, maximum: 1_048_576 }),
  /** `content` of a multicast, as JSON. */
  multicastContentBytes: integer({ default: 16_384, minimum: 256, maximum: 524_288 }),
  /** Fields of a form, or elements of a rich message, as JSON. */
  eventContentBytes: integer({ default: 131_072, minimum: 1_024, maximum: 1_048_576 }),
  /** Events that a chat is started with, as they are stored. */
  startEventsBytes: integer({ default: 524_288, minimum: 1_024, maximum: 16_777_216 }),
  /** Properties of one chat, thread or event, as JSON. */
  propertiesBytes: integer({ default: 16_384, minimum: 256, maximum: 1_048_576 }),
  /** Properties that are defined in one namespace of a license. */
  propertiesPerNamespace: integer({ default: 100, minimum: 1, maximum: 10_000 }),
  /** Properties that are defined in all namespaces of a license. */
  propertiesPerLicense: integer({ default: 1_000, minimum: 1, maximum: 10_000 }),
  /** The definition of one property, as JSON. */
  propertyDefinitionBytes: integer({ default: 4_096, minimum: 256, maximum: mebibyte }),
  /** Bots that one app owns in a license. */
  botsPerApp: integer({ default: 100, minimum: 1, maximum: 1_000 }),
  /** Bots of a license, of all its apps together. */
  botsPerLicense: integer({ default: 1_000, minimum: 1, maximum: 1_000 }),
  /** `webhooks` of one bot, as JSON. */
  botWebhooksBytes: integer({ default: 16_384, minimum: 1_024, maximum: mebibyte }),
  /** Webhooks that one app owns in a license. */
  webhooksPerApp: integer({ default: 50, minimum: 1, maximum: 1_000 }),
  /** Webhooks of a license, of all its apps together. */
  webhooksPerLicense: integer({ default: 200, minimum: 1, maximum: 1_000 }),
  /** One webhook, as JSON. */
  webhookBytes: integer({ default: 16_384, minimum: 1_024, maximum: mebibyte }),
  /** Webhooks of a license for one action, those of bots included: what happens is held against each of them. */
  rulesPerAction: integer({ default: 500, minimum: 1, maximum: 100_000 }),
  /** All that a license has configured, as it is stored: properties, automatic chat scopes, webhooks and bots together. */
  configurationBytes: integer({ default: 2 * mebibyte, minimum: 65_536, maximum: 64 * mebibyte }),
  /** Properties that a list, or an automatic chat scope, is filtered by at once. */
  propertyFilterCount: integer({ default: 20, minimum: 1, maximum: 100 }),
  /** Values that it is filtered by, and words of them: of all its properties together. */
  propertyFilterTermCount: integer({ default: 500, minimum: 1, maximum: 10_000 }),
  /** Automatic chat scopes of a license. */
  autoChatScopesPerLicense: integer({ default: 200, minimum: 1, maximum: 10_000 }),
  /** One of the automatic chat scopes with its rules, as JSON. */
  autoChatScopesBytes: integer({ default: 16_384, minimum: 1_024, maximum: mebibyte }),
  /** What others see of an agent, as JSON: login, name, e-mail address and avatar. */
  agentProfileBytes: integer({ default: 5_120, minimum: 512, maximum: 65_536 }),
  /** Maximum number of chats of one customer. `Infinity`, the default, means no limit (decisions §6.2). */
  chatsPerCustomer: countOrInfinity,
  /** Users who are in a chat at once. */
  membersPerChat: integer({ default: 50, minimum: 1, maximum: 1_000 }),
  /** Users who left a chat and are still shown, those who joined last; 0: none is. */
  formerUsersPerChat: integer({ default: 50, minimum: 0, maximum: 1_000 }),
  /** Users who were in one thread. */
  usersPerThread: integer({ default: 500, minimum: 1, maximum: 10_000 }),
  /** All that a customer has told of itself, the last page included, as JSON. */
  customerBytes: integer({ default: 16_384, minimum: 1_024, maximum: mebibyte }),
  /** Pages of a visit that are kept, the last ones. */
  visitPageCount: integer({ default: 20, minimum: 1, maximum: 1_000 }),
  /** Pages of a visit that are kept, as JSON; the last page stays in any case. */
  visitPagesBytes: integer({ default: 8_192, minimum: 256, maximum: mebibyte }),
  /** Events of a thread; one more closes it and opens the next. A request that begins a thread with more is refused. */
  threadEvents: integer({ default: 10_000, minimum: 1, maximum: 100_000 }),
  /**
   * Events of a thread, as JSON of the newest Agent API with each button pressed. With less than the default an event that
   * is longer than that by itself is refused.
   */
  threadBytes: integer({
    // More than the longest event, and all events that one request can bring. With more, one thread would be more than
    // an answer may be; with less, an event of type `file` might not fit.
    default: 8 * mebibyte,
    minimum: 4_096,
    maximum: 8 * mebibyte,
  }),
  /** `chats_summary` of the Agent API. */
  chatsSummaryCount: integer({ default: 100, minimum: 1, maximum: 1_000 }),
  /** `chats_summary` of each API as JSON; one chat is shown in any case. */
  chatsSummaryBytes: integer({ default: 4 * mebibyte, minimum: 4_096, maximum: 8 * mebibyte }),
  /** Active chats that one customer change is pushed to. */
  activeChatsPerCustomerCount: integer({ default: 100, minimum: 1, maximum: 10_000 }),
  /** Refresh tokens of an app for one agent. */
  refreshTokensPerAgent: integer({ default: 25, minimum: 1, maximum: 1_000 }),
  /** Devices of one agent that push notifications go to; the one not heard of for longest goes. */
  devicesPerAgent: integer({ default: 20, minimum: 1, maximum: 1_000 }),
  /** `state` of an authorization request. */
  stateBytes: integer({ default: 4_096, minimum: 64, maximum: 8_192 }),
  /** Authorization requests in 30 s of an app for one agent. */
  authorizationRequestCount: integer({ default: 3, minimum: 1, maximum: 1_000 }),
  /** Failed sign-ins in 15 min for one account. */
  signInsPerAccount: integer({ default: 10, minimum: 1, maximum: 10_000 }),
  /** Failed sign-ins in 15 min from one address. */
  signInsPerAddress: integer({ default: 30, minimum: 1, maximum: 100_000 }),
  /** Cost of a password hash: binary logarithm of scrypt’s N. */
  passwordCostLog2: integer({ default: 17, minimum: 10, maximum: 20 }),
  /** Error lines in 10 s about failures of one kind; those beyond are counted in one more. */
  failureLineCount: integer({ default: 10, minimum: 1, maximum: 1_000_000 }),
  /** Idempotency key, in characters. */
  idempotencyKeyLength: integer({ default: 128, minimum: 16, maximum: 1_024 }),
  /** Calls of the hook `geolocate` under way at once; beyond that nothing is asked. */
  geolocateCallCount: integer({ default: 32, minimum: 1, maximum: 10_000 }),
  /** Long answers under way at once; one caller or address holds an eighth at most. */
  answeringBytes: integer({ default: 96 * mebibyte, minimum: mebibyte, maximum: 16_384 * mebibyte }),
  /** What has arrived of long request bodies; one address holds an eighth at most. */
  receivingBytes: integer({ default: 64 * mebibyte, minimum: mebibyte, maximum: 16_384 * mebibyte }),
  /** One file, of `send_file` or `upload_image`. */
  fileBytes: integer({ default: 10 * mebibyte, minimum: 1_024, maximum: 1_024 * mebibyte }),
  /** Files that a customer brings in 24 h, on all nodes together; each is as long as `fileBytes` at most. */
  filesPerCustomer: integer({ default: 100, minimum: 1, maximum: 100_000 }),
  /** Files that an agent brings in 24 h. */
  filesPerAgent: integer({ default: 1_000, minimum: 1, maximum: 100_000 }),
  /** Files that a server-side app brings in 24 h, for one agent. */
  filesPerApp: integer({ default: 10_000, minimum: 1, maximum: 100_000 }),
  /** Parts of a `multipart/form-data` request, the file included. */
  formPartCount: integer({ default: 8, minimum: 3, maximum: 64 }),
  /** One part of a `multipart/form-data` request that is no file. */
  formFieldBytes: integer({ default: 8_192, minimum: 256, maximum: 65_536 }),
  /** Files that are being received at once; one address has a fourth at most. */
  uploadCount: integer({ default: 256, minimum: 4, maximum: 65_536 }),
  /** Files that are being received at once from one caller. */
  uploadsPerCaller: integer({ default: 8, minimum: 1, maximum: 65_536 }),
  /** Files that are being sent at once; one address has a fourth at most. */
  downloadCount: integer({ default: 1_024, minimum: 4, maximum: 65_536 }),
})
