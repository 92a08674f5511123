import { section } from '../requirement.js'

export const configurationRequirements = [
  section('configuration.md "Endpoints"', {
    'configuration.endpoints.json':
      'A request is a POST of a JSON object with an Authorization header, and returns a JSON object.',
    'configuration.endpoints.empty': 'A successful change returns an empty object.',
  }),
  section('configuration.md "Property configuration"', {
    'configuration.property.name': 'The request is an object keyed by the name of the property.',
    'configuration.property.type': 'int, string, bool or tokenized_string, required.',
    'configuration.property.description': 'A string, optional.',
    'configuration.property.locations': 'An object, required; keys chat, thread and event, at least one.',
    'configuration.property.locations.access':
      'Access by agent or customer; at least one of them is required.',
    'configuration.property.locations.access.read': 'A boolean, required: the user can read the property.',
    'configuration.property.locations.access.write': 'A boolean, required: the user can write it.',
    'configuration.property.domain': 'An array of the property type, optional: allowed values.',
    'configuration.property.range': 'An object, optional: from and to, integers, both inclusive.',
    'configuration.property.domain_or_range': 'Only one of domain and range may be set.',
    'configuration.property.namespace': 'Properties are created in the namespace of the calling app.',
  }),
  section('configuration.md "Endpoints", properties', {
    'configuration.create_properties':
      'properties/create_properties creates properties and returns an empty object.',
    'configuration.create_properties.permission.properties--my:write': 'The scope is required.',
    'configuration.get_property_configs':
      'properties/get_property_configs returns configurations by namespace, then by name.',
    'configuration.get_property_configs.permission.properties--my:read':
      'The scope is enough for the namespace of the app.',
    'configuration.get_property_configs.permission.properties--all:read':
      'The scope is required for all namespaces.',
    'configuration.get_property_configs.request.all':
      'A boolean, optional, false by default. With true all properties of the license are returned.',
  }),
  section('configuration.md "Authentication"', {
    'configuration.authentication': 'Every request carries Authorization: Bearer <access_token>.',
    'configuration.ownership': 'my scopes act on what the calling app owns, all scopes on everything.',
  }),
  section('configuration.md "What the service does"', {
    'configuration.takes_effect': 'A configuration applies after 2 minutes at most.',
  }),
  section('configuration.md "Versioning"', {
    'configuration.version.path': 'The version is part of the path.',
    'configuration.version.omitted': 'Without a version the latest one is used.',
    'configuration.version.older': 'v0.3 has no endpoints for properties.',
  }),
  section('decisions §8, properties over the API', {
    'decisions.8.1.empty_body': 'A missing body counts as an empty object.',
    'decisions.8.2.client_id': 'The namespace of a property is the client_id of its app.',
    'decisions.8.3.create_again':
      'Creating a property again replaces it when the type stays the same, and is validation otherwise.',
    'decisions.8.6.immediate': 'A change applies immediately.',
    'decisions.8.11.together': 'Either all properties of a request are created, or none.',
    'decisions.8.11.in_process': 'In process the host names the app that owns the properties.',
    'decisions.13.properties_per_namespace': 'A namespace can have at most 100 definitions.',
    'decisions.8.11.names': 'Names have 1 to 256 characters, and cannot be those of §1.6.',
    'decisions.8.11.one': 'create_properties requires at least one property.',
    'decisions.13.properties_per_license': 'A license can have at most 1,000 definitions.',
    'decisions.13.configurations.rate':
      'Changes are limited to a burst of 50 and 5 a second; refused ones do not count.',
    'decisions.13.definition_bytes': 'A definition has at most 4 KiB as JSON.',
  }),
] as const
