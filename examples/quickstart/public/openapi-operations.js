/** Returns the actions and then the webhooks of an OpenAPI document, each in the order of the document. */
export function operationsOf(document) {
  const { paths, webhooks = {}, servers } = document
  const [server] = servers
  return [
    ...Object.entries(paths).map(([path, item]) => {
      const name = item.post.summary
      return { ...operationOf(item.post, document), id: name, name, url: `${server.url}${path}` }
    }),
    ...Object.entries(webhooks).map(([name, item]) => ({
      ...operationOf(item.post, document),
      id: `webhook/${name}`,
      name,
      isWebhook: true,
    })),
  ]
}

function operationOf({ description, parameters, requestBody, responses }, document) {
  const { 200: success, ...others } = responses
  return {
    description,
    parameters: parameters.map((parameter) => resolve(parameter, document)),
    request: contentOf(requestBody),
    response: success && contentOf(success),
    /** Responses other than the successful one, as `[status, response]`. */
    otherResponses: Object.entries(others),
  }
}

/** Returns the only media type of a body. */
function contentOf({ content }) {
  const [[type, { schema, example }]] = Object.entries(content)
  return { type, schema, example }
}

/** Returns the node that a reference points to, or the node itself when it is not a reference. */
export function resolve(node, document) {
  if (node.$ref === undefined) return node
  const keys = node.$ref.slice('#/'.length).split('/')
  return keys.reduce((found, key) => found[key], document)
}
