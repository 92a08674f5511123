import { confirm } from './confirm-dialog.js'
import { forgetProblem } from './desk-delivery.js'
import { element } from './dom.js'
import { allTeams } from './teams.js'

/** Asks for a team and transfers the chat to it. Resolves with whether that was done. */
export function transfer(desk, chat) {
  const others = allTeams().filter(({ id }) => chat.groups.length !== 1 || chat.groups[0] !== id)
  const options = others.map(({ id, name }) => element('option', { value: String(id), dir: 'auto' }, name))
  const team = element('select', { class: 'field' }, ...options)
  return confirm(
    {
      title: 'Transfer this chat?',
      text: 'Only that team sees it from then on, and administrators. You leave it.',
      content: [element('label', { class: 'dialog-field' }, element('span', {}, 'Team'), team)],
      label: 'Transfer',
    },
    () => handOver(desk, chat, Number(team.value)),
  )
}

/** Makes the chat visible to the team before the agent leaves, because a chat that no agent sees would be lost. */
async function handOver(desk, chat, teamId) {
  await desk.request('update_chat_scopes', {
    chat_id: chat.id,
    add_scopes: { groups: [teamId] },
    remove_scopes: { groups: chat.groups.filter((id) => id !== teamId) },
  })
  if (chat.has(desk.me.id)) await desk.request('remove_from_chat', { chat_id: chat.id })
  forgetProblem(desk, chat)
}
