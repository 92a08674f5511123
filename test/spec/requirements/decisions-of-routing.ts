import { section } from '../requirement.js'

export const routingDecisions = [
  section('decisions §7.1', {
    'decisions.7.1.member':
      'When a member joins a waiting chat, the chat stops waiting, and routing.assigned announces it.',
  }),
  section('decisions §7.2', {
    'decisions.7.2.banned':
      'A thread of a banned customer is passed over until the ban ends, and keeps its queue position.',
    'decisions.7.2.full': 'A thread without room for more users is assigned to members only.',
  }),
  section('decisions §7.3', {
    'decisions.7.3.former':
      'Agents who were in the thread come after all other candidates, whatever their priority.',
  }),
  section('decisions §7.7', {
    'decisions.7.7.idle': 'After 20 minutes without an event a thread gets routing.idle, once.',
    'decisions.7.7.closed':
      'After 60 minutes it is closed: thread_archived, and thread_closed without user_id.',
    'decisions.7.7.options': 'Both times are options, and 0 turns them off.',
    'decisions.7.7.counts':
      'Both times count from the last event that is neither an annotation nor a system_message.',
    'decisions.7.7.waiting': 'Neither time applies to a waiting thread; both count from the end of the wait.',
    'decisions.7.7.one_node': 'Only one node acts on a silent thread.',
  }),
  section('decisions §7.10', {
    'decisions.7.10.default': 'An agent who logs in accepts chats.',
    'decisions.7.10.status': 'With reconnect the last known status is kept.',
    'decisions.7.10.not_accepting':
      'An agent who does not accept chats keeps the current ones, and gets no new ones.',
    'decisions.7.10.connections': 'The grace period begins with the end of the last connection to any node.',
    'decisions.7.10.grace':
      'An agent who returns within the grace period keeps everything, and nothing is pushed.',
    'decisions.7.10.minute': 'The grace period is 60 s.',
    'decisions.7.10.node':
      'The connections of a node that gives no sign of life count as ended at its last sign.',
    'decisions.7.10.leaves':
      'After the grace period the agent counts as logged out, and leaves the active threads: chat_users_updated.',
    'decisions.7.10.others': 'A thread with another agent stays with that agent.',
    'decisions.7.10.old_position':
      'Any other thread waits again at its old queue position, with routing.unassigned, and is assigned to another agent.',
    'decisions.7.10.immediate': 'An agent whom the host logs out leaves immediately.',
    'decisions.7.10.one_node': 'Only one node logs an agent out, and only once.',
    'decisions.7.10.no_push': 'No push announces that an agent logs in or out.',
    'decisions.7.10.agent_updated':
      'agent_updated is pushed once to each connection of every agent, on every node.',
  }),
  section('decisions §16.21', {
    'decisions.16.21.grace': 'A changed system clock logs no agent out early.',
    'decisions.16.21.set_clock': 'A changed system clock makes no thread idle early, and closes none early.',
  }),
] as const
