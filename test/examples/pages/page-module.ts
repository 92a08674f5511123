import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../../examples/quickstart/public/', import.meta.url)

/** Loads a module of the quickstart's pages. The pages are JavaScript, so the test states the type of the module. */
export async function loadPageModule<Module>(name: string): Promise<Module> {
  const loaded: Module = await import(new URL(name, folder).href)
  return loaded
}

/** Returns the source text of each page module, by name. */
export function pageModules(): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]))
}
