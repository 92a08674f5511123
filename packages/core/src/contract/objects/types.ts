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

export type CustomerThread = Static<typeof customerThread>
export type AgentThread = Static<typeof agentThread>
export type CustomerChatWithThread = Static<typeof customerChatWithThread>
export type CustomerChatWithThreads = Static<typeof customerChatWithThreads>
export type AgentChatWithThread = Static<typeof agentChatWithThread>
export type AgentChatWithThreads = Static<typeof agentChatWithThreads>
export type CustomerChatSummary = Static<typeof customerChatSummary>
export type CustomerChatSummaryV03 = Static<typeof customerChatSummaryV03>
export type AgentChatSummary = Static<typeof agentChatSummary>
export type AgentChatSummaryV03 = Static<typeof agentChatSummaryV03>

export type CustomerEvent = Static<typeof customerEvent>
export type AgentEvent = Static<typeof agentEvent>

export type CustomerEventRequest = Static<typeof customerEventRequest>
export type AgentEventRequest = Static<typeof agentEventRequest>

export type UserOfCustomerApi = Static<typeof userOfCustomerApi>
export type UserOfAgentApi = Static<typeof userOfAgentApi>
export type MyProfile = Static<typeof myProfile>

export type CustomerDetailsRequest = Static<typeof customerDetailsRequest>
export type CustomerUpdateRequest = Static<typeof customerUpdateRequest>
export type CustomerLoginDetailsRequest = Static<typeof customerLoginDetailsRequest>

export type Properties = Static<typeof properties>
export type PropertiesRequest = Static<typeof propertiesRequest>

export type ChatScopes = Static<typeof chatScopes>
export type ChatScopesRequest = Static<typeof chatScopesRequest>
export type ChatScopesRequestWithAgents = Static<typeof chatScopesRequestWithAgents>
