import { section } from '../requirement.js'

export const configurationRequirements = [
  section('configuration.md "Endpoints"', {
    'configuration.endpoints.json':
      'A JSON object by POST with an Authorization header, and a JSON object back.',
    'configuration.endpoints.empty': 'A success of a change is an empty object.',
  }),
  section('configuration.md "Property configuration"', {
    'configuration.property.name': 'The request is an object keyed by the name of the property.',
    'configuration.property.type': 'int, string, bool or tokenized_string, required.',
    'configuration.property.description': 'A string, optional.',
    'configuration.property.locations': 'An object, required; keys chat, thread and event, at least one.',
    'configuration.property.locations.access': 'By agent or customer, at least one of them.',
    'configuration.property.locations.access.read': 'A boolean, required: the user can read the property.',
    'configuration.property.locations.access.write': 'A boolean, required: the user can write it.',
    'configuration.property.domain': 'An array of the property type, optional: allowed values.',
    'configuration.property.range': 'An object, optional: from and to, integers, both inclusive.',
    'configuration.property.domain_or_range': 'Only one of domain and range may be set.',
    'configuration.property.namespace': 'Properties are created in the namespace of the caller.',
  }),
  section('configuration.md "Endpoints", properties', {
    'configuration.create_properties': 'properties/create_properties creates properties; an empty object.',
    'configuration.create_properties.permission.properties--my:write': 'Is needed.',
    'configuration.get_property_configs':
      'properties/get_property_configs: an object by namespace, then name, of configurations.',
    'configuration.get_property_configs.permission.properties--my:read': 'Suffices for the own namespace.',
    'configuration.get_property_configs.permission.properties--all:read': 'Is needed for all namespaces.',
    'configuration.get_property_configs.request.all':
      'A boolean, optional, false by default; true: all properties of the license.',
  }),
  section('configuration.md "Authentication"', {
    'configuration.authentication': 'Every request carries Authorization: Bearer <access_token>.',
    'configuration.ownership': 'my scopes act on what the calling application owns, all scopes on any.',
  }),
  section('configuration.md "What the service does"', {
    'configuration.takes_effect': 'What is configured takes effect, after 2 minutes at most.',
  }),
  section('configuration.md "Versioning"', {
    'configuration.version.path': 'The version is part of the path.',
    'configuration.version.omitted': 'Without a version it is the latest.',
    'configuration.version.older': 'The older variant, v0.3, has no properties endpoints.',
  }),
  section('decisions §8, properties over the API', {
    'decisions.8.1.empty_body': 'No body is an empty object.',
    'decisions.8.2.client_id': 'The namespace of a property is the client_id of its app.',
    'decisions.8.3.create_again':
      'To create a property again replaces it where the type stays, else validation.',
    'decisions.8.6.at_once': 'A change has its effect at once.',
    'decisions.8.11.together': 'Properties of one request are created together, or none is.',
    'decisions.8.11.in_process': 'In process it takes an app that the host names.',
    'decisions.13.properties_per_namespace': '100 definitions a namespace.',
    'decisions.8.11.names': 'Names of 1 to 256 characters, and not those of §1.6.',
    'decisions.8.11.one': 'create_properties names one at least.',
    'decisions.13.properties_per_license': '1,000 definitions a license.',
    'decisions.13.configurations.rate': '5 changes a second, 50 at once, refused ones not counted.',
    'decisions.13.definition_bytes': '4 KiB as JSON a definition.',
  }),
] as const
