import { byId, element, reconcile } from './dom.js'
import { propertyCard } from './property-card.js'
import { PropertyForm } from './property-form.js'

/** The page that lists the properties of the license by namespace. */
export class PropertiesPage {
  #api
  #account
  #form = new PropertyForm()
  #configs = {}

  constructor(api, account) {
    this.#api = api
    this.#account = account
    byId('properties-new').addEventListener('click', () => {
      this.#form.open(undefined, (property) => this.#define(property))
    })
  }

  async load() {
    this.#configs = await this.#api.configure('properties/get_property_configs', { all: true })
  }

  show() {
    const own = this.#account.clientId
    const namespaces = Object.entries(this.#configs).toSorted(([one], [other]) => {
      return (other === own) - (one === own) || one.localeCompare(other)
    })
    const shown = namespaces.some(([namespace]) => namespace === own)
      ? namespaces
      : [[own, {}], ...namespaces]
    reconcile(byId('properties'), shown, {
      key: ([namespace]) => namespace,
      signature: (entry) => JSON.stringify(entry),
      render: ([namespace, configs]) => this.#namespace(namespace, configs),
    })
  }

  #namespace(namespace, configs) {
    const isOwn = namespace === this.#account.clientId
    const name = this.#account.nameOf(namespace)
    const title = `namespace-${namespace}`
    const cards = Object.entries(configs).map(([property, config]) =>
      propertyCard({
        ...{ id: `${namespace}-${property}`, name: property, config },
        edit: isOwn ? () => this.#edit({ name: property, config }) : undefined,
      }),
    )
    return element(
      'section',
      { class: 'namespace', 'aria-labelledby': title },
      element('h2', { id: title }, isOwn ? 'This console' : name),
      name === namespace
        ? undefined
        : element('p', { class: 'hint' }, 'Namespace ', element('code', {}, namespace)),
      cards.length > 0
        ? element('ul', { class: 'app-list property-list' }, ...cards)
        : element('p', { class: 'hint console-empty' }, 'Nothing is defined here yet.'),
    )
  }

  #edit(property) {
    this.#form.open(property, (changed) => this.#define(changed))
  }

  async #define({ name, config }) {
    await this.#api.configure('properties/create_properties', { [name]: config })
    await this.load()
    this.show()
  }
}
