import { section } from '../requirement.js'

export const routingDecisions = [
  section('decisions §7.1', {
    'decisions.7.1.member':
      'Where a member joins a chat that waits it waits no more, and routing.assigned tells it.',
  }),
  section('decisions §7.2', {
    'decisions.7.2.banned': 'A thread of a banned customer is passed over until the ban ends, at its place.',
    'decisions.7.2.full': 'A thread that can have no more users is given to members alone.',
  }),
  section('decisions §7.3', {
    'decisions.7.3.former':
      'Agents who were in the thread come after all others who may take it, whatever their priority.',
  }),
  section('decisions §7.7', {
    'decisions.7.7.idle': 'After 20 minutes without an event a thread gets routing.idle, once.',
    'decisions.7.7.closed':
      'After 60 minutes it is closed: thread_archived, and thread_closed without user_id.',
    'decisions.7.7.options': 'Both times are options, and 0 turns them off.',
    'decisions.7.7.counts':
      'They count from the last event that is neither an annotation nor a system_message.',
    'decisions.7.7.waiting': 'A thread that waits has neither; they count from when it waited no more.',
    'decisions.7.7.one_node': 'Only one node acts on a thread.',
  }),
  section('decisions §7.10', {
    'decisions.7.10.default': 'An agent who logs in accepts chats.',
    'decisions.7.10.status': 'With reconnect the last known status stays.',
    'decisions.7.10.not_accepting': 'Who does not accept chats keeps theirs, and gets none.',
    'decisions.7.10.connections': 'The grace begins with the end of the last connection to any node.',
    'decisions.7.10.grace': 'Who is back within the grace has lost nothing, and nothing is told.',
    'decisions.7.10.minute': 'The grace is 60 s.',
    'decisions.7.10.node':
      'The connections of a node of which nothing is heard ended when it was last heard of.',
    'decisions.7.10.leaves':
      'After the grace the agent counts as logged out, and leaves the active threads: chat_users_updated.',
    'decisions.7.10.others': 'A thread in which another agent is stays with them.',
    'decisions.7.10.old_place':
      'Any other waits again at its old place, with routing.unassigned, and goes to another agent.',
    'decisions.7.10.at_once': 'Whom the host logs out leaves at once.',
    'decisions.7.10.one_node': 'Only one node acts on an agent, once.',
    'decisions.7.10.no_push': 'That an agent comes or goes has no push of its own.',
    'decisions.7.10.agent_updated':
      'agent_updated comes once to each connection of every agent, on every node.',
  }),
  section('decisions §16.21', {
    'decisions.16.21.grace': 'A clock that is set logs no agent out early.',
    'decisions.16.21.set_clock': 'A clock that is set makes no thread idle, and closes none, early.',
  }),
] as const
