import { readFile, writeFile } from 'node:fs/promises'
import { refusal } from './refused.js'

export interface Team {
  /** Number of the group. Parley knows groups by number; the host keeps their names. */
  readonly id: number
  readonly name: string
}

const MOST_TEAMS = 100
const MOST_CHARACTERS = 100

/** The names of the groups, in a file next to the database. */
export class TeamFile {
  readonly #filename: string
  #teams: readonly Team[]
  #lastChange: Promise<unknown> = Promise.resolve()

  private constructor(filename: string, teams: readonly Team[]) {
    this.#filename = filename
    this.#teams = teams
  }

  /** @param first the teams of a new installation */
  static async open(filename: string, first: readonly Team[]): Promise<TeamFile> {
    return new TeamFile(filename, (await readTeams(filename)) ?? first)
  }

  list(): readonly Team[] {
    return this.#teams
  }

  /** Adds a team. Changes are written one after the other, so that none is lost. */
  add(name: string): Promise<Team> {
    const change = this.#lastChange.then(() => this.#add(name.trim()))
    this.#lastChange = change.catch(() => undefined)
    return change
  }

  async #add(name: string): Promise<Team> {
    if (name === '' || name.length > MOST_CHARACTERS)
      throw refusal(`name must have 1 to ${MOST_CHARACTERS} characters`)
    if (this.#teams.some((team) => team.name === name)) throw refusal('there is a group of this name')
    if (this.#teams.length >= MOST_TEAMS) throw refusal(`there are at most ${MOST_TEAMS} groups`)
    const id = Math.max(0, ...this.#teams.map((team) => team.id)) + 1
    const teams = [...this.#teams, { id, name }]
    await writeFile(this.#filename, `${JSON.stringify(teams, null, 2)}\n`)
    this.#teams = teams
    return { id, name }
  }
}

/** Returns the teams in the file, or `undefined` when there is no file yet. */
async function readTeams(filename: string): Promise<readonly Team[] | undefined> {
  const text = await readFile(filename, 'utf8').catch(undefinedWhenMissing)
  if (text === undefined) return undefined
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed) || !parsed.every(isTeam)) throw new Error(`${filename} holds no teams`)
  return parsed
}

function isTeam(value: unknown): value is Team {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return false
  return Number.isSafeInteger(value.id) && typeof value.name === 'string'
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
