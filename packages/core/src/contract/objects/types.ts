import type { Static } from 'typebox'
import type {
  agentChatSummary,
  agentChatSummaryV03,
  agentChatWithThread,
  agentChatWithThreads,
  agentThread,
  customerChatSummary,
  customerChatSummaryV03,
  customerChatWithThread,
  customerChatWithThreads,
  customerThread,
} from './chat.js'
import type {
  customerDetailsRequest,
  customerLoginDetailsRequest,
  customerUpdateRequest,
} from './customer-details.js'
import type { agentEvent, customerEvent } from './event.js'
import type { agentEventRequest, customerEventRequest } from './event-request.js'
import type { properties, propertiesRequest } from './properties.js'
import type { chatScopes, chatScopesRequest, chatScopesRequestWithAgents } from './scopes.js'
import type { myProfile, userOfAgentApi, userOfCustomerApi } from './user.js'

// Types of the newest version of each API. Names that end in `Request` are types of requests.

/** A thread as the Customer API shows it. */
export type CustomerThread = Static<typeof customerThread>
/** A thread as the Agent API shows it. */
export type AgentThread = Static<typeof agentThread>
/** A chat with one thread, as the Customer API shows it. */
export type CustomerChatWithThread = Static<typeof customerChatWithThread>
/** A chat with some of its threads, as the Customer API shows it. */
export type CustomerChatWithThreads = Static<typeof customerChatWithThreads>
/** A chat with one thread, as the Agent API shows it. */
export type AgentChatWithThread = Static<typeof agentChatWithThread>
/** A chat with some of its threads, as the Agent API shows it. */
export type AgentChatWithThreads = Static<typeof agentChatWithThreads>
/** A chat in a list of the Customer API. */
export type CustomerChatSummary = Static<typeof customerChatSummary>
/** A chat in a list of version 0.3 of the Customer API. */
export type CustomerChatSummaryV03 = Static<typeof customerChatSummaryV03>
/** A chat in a list of the Agent API. */
export type AgentChatSummary = Static<typeof agentChatSummary>
/** A chat in a list of version 0.3 of the Agent API. */
export type AgentChatSummaryV03 = Static<typeof agentChatSummaryV03>

/** An event as the Customer API shows it. */
export type CustomerEvent = Static<typeof customerEvent>
/** An event as the Agent API shows it. */
export type AgentEvent = Static<typeof agentEvent>

/** An event that a customer sends. */
export type CustomerEventRequest = Static<typeof customerEventRequest>
/** An event that an agent sends. */
export type AgentEventRequest = Static<typeof agentEventRequest>

/** A user of a chat as the Customer API shows it. */
export type UserOfCustomerApi = Static<typeof userOfCustomerApi>
/** A user of a chat as the Agent API shows it. */
export type UserOfAgentApi = Static<typeof userOfAgentApi>
/** The agent who logged in, as `login` of the Agent API shows it. */
export type MyProfile = Static<typeof myProfile>

/** Details of a customer in a request. */
export type CustomerDetailsRequest = Static<typeof customerDetailsRequest>
/** Details of a customer to change. */
export type CustomerUpdateRequest = Static<typeof customerUpdateRequest>
/** Details of a customer in a login. */
export type CustomerLoginDetailsRequest = Static<typeof customerLoginDetailsRequest>

/** Properties by namespace and name. */
export type Properties = Static<typeof properties>
/** Properties in a request, by namespace and name. */
export type PropertiesRequest = Static<typeof propertiesRequest>

/** The scopes of a chat. */
export type ChatScopes = Static<typeof chatScopes>
/** Groups that a chat is given. */
export type ChatScopesRequest = Static<typeof chatScopesRequest>
/** Groups and agents that a chat is given. */
export type ChatScopesRequestWithAgents = Static<typeof chatScopesRequestWithAgents>
