import { allColleagues } from './colleagues.js'
import { byId, element } from './dom.js'
import { allTeams } from './teams.js'

/** The form with the filters of a search: words, agents, teams, and the days on which threads began. */
export class ArchiveForm {
  /** @param onSearch `(filters)`, in the format of `ArchiveSearch.search` */
  constructor(onSearch) {
    byId('archive-form').addEventListener('submit', (event) => {
      event.preventDefault()
      const data = new FormData(event.target)
      const ids = (name) => data.getAll(name).filter((id) => id !== '')
      onSearch({
        ...{ query: data.get('query').trim(), from: data.get('from'), to: data.get('to') },
        ...{ agentIds: ids('agent'), teamIds: ids('team').map(Number) },
      })
    })
  }

  show() {
    offer(byId('archive-agent'), allColleagues())
    offer(byId('archive-team'), allTeams())
  }
}

/** Adds the choices that were loaded since, after the option for no filter. */
function offer(select, choices) {
  const known = new Set([...select.options].map((option) => option.value))
  const added = choices.filter(({ id }) => !known.has(String(id)))
  select.append(...added.map(({ id, name }) => element('option', { value: String(id), dir: 'auto' }, name)))
}
