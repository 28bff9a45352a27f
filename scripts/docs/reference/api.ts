import type { JsonSchema, Schemas } from '../../../src/server/platform/http/rest/document-schemas.ts'
import { apiPrefix, describeRest, type OpenApiOperation } from '../../../src/server/platform/http/rest/openapi.ts'
import { resolveSchema } from '../../../src/server/platform/http/rest/query-fields.ts'
import { typeText } from '../../../src/server/platform/http/rest/type-text.ts'
import { code } from './markdown.ts'

/** Formats a type. The site's templates do not process its content. */
const typed = (schema: JsonSchema): string => `<pre v-pre class="type">${typeText(schema)}</pre>`

function callText(path: string, method: string, operation: OpenApiOperation, schemas: Schemas): string {
  const { description, parameters = [], requestBody, responses } = operation
  const taken = requestBody?.content['application/json'].schema
  const fields = parameters.map(
    ({ name, required, schema }) =>
      `<li><code>${name}</code> <code v-pre class="type">${typeText(schema)}</code>${required ? ' required' : ''}</li>`,
  )
  const input = taken
    ? ['Body:', '', typed(resolveSchema(taken, schemas)), '']
    : fields.length > 0
      ? ['Query:', '', `<ul>${fields.join('')}</ul>`, '']
      : []
  return [
    `### ${path.slice(1)}`,
    '',
    `${code(`${method.toUpperCase()} ${apiPrefix}${path.slice(1)}`)}. ${description}`,
    '',
    ...input,
    'Answer:',
    '',
    typed(responses[200].content['application/json'].schema),
  ].join('\n')
}

/** Generates the page of all HTTP API endpoints from the OpenAPI document. */
export function apiPage(): string {
  const { paths, components, tags } = describeRest().document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = tags.map(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    const texts = own.map(({ path, method, operation }) => callText(path, method, operation, components.schemas))
    return [`## ${name}`, ...texts].join('\n\n')
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${name}</code></summary><pre v-pre class="type">${typeText(schema)}</pre></details>`,
  )
  return `---
outline: 2
search: false
---

# HTTP API: every call

Send a personal or service token with each: \`Authorization: Bearer …\`. Read with \`GET\` and a query string (repeat a name to give a
list); change things with \`POST\` and JSON. [HTTP API](../guides/http-api.md) shows it at work, [errors](errors.md) lists what it
refuses. Your server gives the same as an OpenAPI document, at \`/api/v1/openapi.json\`.

${groups.join('\n\n')}

## Schemas

${schemas.join('\n')}
`
}
