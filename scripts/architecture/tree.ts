import { readdirSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The folders of the drawing in docs/architecture.md with their content, in order. `…` lists the folders inside. */
export const folders: readonly (readonly [folder: string, content: string])[] = [
  ['src/shared', 'pure code: no I/O, no clock, no randomness'],
  ['src/shared/schemas', 'zod schemas that several features share: keys, condition, serve, document, page'],
  ['src/shared/errors', 'the catalogue of errors and the one error class'],
  ['src/shared/engine', 'the evaluator: compile, evaluate, explain; no run-time dependency'],
  ['src/shared/datafile', 'builds, validates, compares and patches datafiles'],
  ['src/shared/impact', 'who gets another answer after an edit, and the proofs of promises'],
  ['src/shared/lint', 'findings about targeting, and their quick fixes'],
  ['src/shared/statistics', 'distributions, intervals, sequential tests'],
  ['src/shared/text', 'what people read: rules, differences, times, audit events in words'],
  ['src/shared/flag-files', 'flags as files in a repository'],
  ['src/shared/codegen', 'TypeScript declarations of flags'],
  ['src/shared/features', '…'],
  ['src/shared/vendors', '…'],
  ['src/server', 'the composition root: main.ts, server.ts, config.ts'],
  ['src/server/composition', 'builds a server from its parts, each with start and stop'],
  ['src/server/features', '…'],
  ['src/server/vendors', '…'],
  ['src/server/platform', 'what features stand on'],
  ['src/server/platform/db', 'pools, time limits, embedded PostgreSQL, table types, migrations'],
  ['src/server/platform/kernel', 'context, permissions, audit, proven ids'],
  ['src/server/platform/auth', 'from a request to its actor: session, token, SDK key, single sign-on'],
  ['src/server/platform/event-store', 'exposures and tracked events, in PostgreSQL or ClickHouse'],
  ['src/server/platform/live', 'tail of the log, environment states, streams'],
  ['src/server/platform/snapshot-cache', 'the last state on disk, served while the database is down'],
  ['src/server/platform/http', 'the app and its mounts: tRPC, REST, MCP, SDK, OFREP, health'],
  ['src/server/platform/threads', 'slow work outside the event loop: patterns, proofs, uploads'],
  ['src/server/platform/workers', 'starts the workers of the features'],
  ['src/server/platform/outbound', 'requests to addresses that users enter, with budgets'],
  ['src/server/platform/mail', 'SMTP'],
  ['src/server/platform/tracing', 'OpenTelemetry'],
  ['src/server/commands', 'commands of the operator: doctor, admin, audit, config, signing'],
  ['src/server/commands/backup', 'backup and restore'],
  ['src/server/commands/relay', 'serves SDKs from another Fanion, without a database'],
  ['src/server/commands/demo', 'an example project with history'],
  ['src/client', ''],
  ['src/client/sdk', 'the client library: core and one folder for each platform; no dependency'],
  ['src/client/api', 'the typed management client'],
  ['src/client/cli', 'the fanion command'],
  ['src/client/app', 'the web UI'],
  ['src/client/app/components', 'parts without a word of the domain'],
  ['src/client/app/features', '…'],
  ['src/client/app/shell', 'rail, top bar, palette'],
  ['src/client/app/routes', 'addresses'],
  ['src/client/app/locales', 'message catalogues'],
  ['migrations', 'forward only; SQL'],
  ['scripts', 'build, test, start, messages'],
  ['tests', 'tests that span folders: arch, conformance, http, e2e, chaos'],
  ['bench', 'every figure of the README, beside a named peer'],
  ['docs', 'guides, reference, decisions'],
]

export const foldersIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const isSource = (folder: string): boolean => folder.startsWith('src/')

/** Returns the lines of the drawing: folder and content. */
export function drawTree(): string {
  const lines = folders.flatMap(([folder, content]) => {
    const depth = folder.split('/').length - (isSource(folder) ? 2 : 1)
    const name = `${'  '.repeat(depth)}${isSource(folder) && depth > 0 ? path.posix.basename(folder) : folder}/`
    const line = `${name.padEnd(24)}${content === '…' ? '' : content}`.trimEnd()
    return content === '…' ? [line, ...wrap(foldersIn(folder), '  '.repeat(depth + 1))] : [line]
  })
  return lines.join('\n')
}

/** Wraps names into lines of at most 110 characters. */
function wrap(names: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length < 107) lines[lines.length - 1] = `${last} · ${name}`
    else lines.push(`${indent}${name}`)
  }
  return lines
}

export const pageFile = path.join(root, 'docs/architecture.md')
const block = /(```text drawing="of the tree, written by npm run architecture"\n)[^]*?(\n```)/

/** Returns the page with a drawing of the current tree. */
export const withTree = (page: string): string => page.replace(block, (_, before, after) => before + drawTree() + after)
