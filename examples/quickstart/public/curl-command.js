/** Returns the curl command for a call, to paste into a terminal. */
export function curlCommand({ url, headers, body, form }) {
  const parts = [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ]
  return parts.join(' \\\n  ')
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`
}
