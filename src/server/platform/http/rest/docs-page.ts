import { createHash } from 'node:crypto'
import type { JsonSchema, Schemas } from './document-schemas.ts'
import { apiPrefix, type OpenApi, type OpenApiOperation } from './openapi.ts'
import { resolveSchema } from './query-fields.ts'
import { escaped, typeText } from './type-text.ts'

/** The HTTP API reference as a page without scripts, with its content security policy. */
export type DocsPage = { readonly html: string; readonly policy: string }

/** Renders the page from the OpenAPI document: calls by noun, then the schemas they refer to. */
export function docsPage({ paths, components, tags, info }: OpenApi): DocsPage {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = tags.map(({ name }) => {
    const ofNoun = calls.filter(({ operation }) => operation.tags.includes(name))
    const text = ofNoun.map((call) => callHtml(call.path, call.method, call.operation, components.schemas)).join('')
    return `<section><h2 id="${name}">${name}</h2>${text}</section>`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${name}</code></summary><pre id="schema-${name}">${typeText(schema)}</pre></details>`,
  )
  const links = tags.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>HTTP API · Fanion</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>HTTP API</h1>
<p>Everything you can do in Fanion ${escaped(info.version)}, over HTTP and JSON. Send a personal or service token with every call:
<code>Authorization: Bearer …</code>. Read with <code>GET</code> and a query string (repeat a name to give a list); change things with
<code>POST</code> and JSON.</p>
<p>A refusal has a stable <code>code</code>, a <code>message</code> for people, and a <code>requestId</code> to look for in the server’s log.
To generate a client, use the <a href="${apiPrefix}openapi.json">OpenAPI document</a>.</p>
</header>
<nav aria-label="Calls"><ul>${links}<li><a href="#schemas">Schemas</a></li></ul></nav>
<main>${groups.join('')}<section><h2 id="schemas">Schemas</h2>${schemas.join('')}</section></main>
</body>
</html>
`
  const hash = createHash('sha256').update(style).digest('base64')
  const nothingElse = "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; ${nothingElse}` }
}

function callHtml(path: string, method: string, operation: OpenApiOperation, schemas: Schemas): string {
  const { operationId, description, parameters = [], requestBody, responses } = operation
  const taken = requestBody?.content['application/json'].schema
  const fields = parameters.map(({ name, required, schema }) => field(name, required, schema))
  const input = taken
    ? `<h3>Body</h3><pre>${typeText(resolveSchema(taken, schemas))}</pre>`
    : fields.length > 0
      ? `<h3>Query</h3><ul class="fields">${fields.join('')}</ul>`
      : ''
  const answer = typeText(responses[200].content['application/json'].schema)
  return `<details><summary><span class="${method}">${method.toUpperCase()}</span> <code>${apiPrefix}${path.slice(1)}</code></summary>
<div id="${operationId}"><p>${sentenceHtml(description)}</p>${input}<h3>Answer</h3><pre>${answer}</pre></div></details>`
}

const field = (name: string, required: boolean, schema: JsonSchema) =>
  `<li><code>${name}</code> <code class="type">${typeText(schema)}</code>${required ? ' <em>required</em>' : ''}</li>`

/** Escapes a sentence and renders names in backticks as code. */
const sentenceHtml = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const style = `
:root { color-scheme: light dark; --text: light-dark(#1a1b1e, #e6e7ea); --quiet: light-dark(#55585f, #a3a8b1);
  --back: light-dark(#fff, #16171a); --raised: light-dark(#f5f6f8, #1f2125); --line: light-dark(#dfe1e6, #34373d);
  --link: light-dark(#1c5fb8, #82b4ff); --read: light-dark(#0b6b3a, #6fd49a); --change: light-dark(#8a4b00, #f0b35e) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; color: var(--text); background: var(--back);
  font: 15px/1.55 Inter, system-ui, sans-serif }
header { max-width: 46rem; margin-bottom: 1.5rem }
h1 { font-size: 1.75rem; margin: 0 0 .5rem } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; scroll-margin-top: 1rem }
h3 { font-size: .8rem; margin: .75rem 0 .25rem; color: var(--quiet); font-weight: 600 }
a { color: var(--link) } p { margin: .5rem 0 }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
pre { margin: 0; padding: .6rem .75rem; white-space: pre-wrap; background: var(--raised); border-radius: 6px }
nav ul { columns: 9rem; list-style: none; padding: 0; margin: 0 }
nav a { display: inline-block; padding: .15rem 0 }
main { min-width: 0 } section > h2:first-child { margin-top: 1.5rem }
details { border: 1px solid var(--line); border-radius: 6px; margin: .375rem 0 }
summary { padding: .5rem .75rem; cursor: pointer; border-radius: 6px } summary:hover { background: var(--raised) }
details > div, details > pre { padding: .25rem .75rem .75rem; scroll-margin-top: 4rem }
details > pre { margin: 0 .75rem .75rem; padding: .6rem .75rem }
summary span { display: inline-block; width: 3rem; font-weight: 600; font-size: .8rem } .get { color: var(--read) } .post { color: var(--change) }
.fields { list-style: none; margin: 0; padding: 0 } .fields li { padding: .2rem 0 } .type, em { color: var(--quiet); font-style: normal }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
@media (min-width: 900px) {
  body { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 2.5rem } header { grid-column: 1 / -1 }
  nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto } nav ul { columns: auto }
}
`
