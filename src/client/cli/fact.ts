import { readFileSync } from 'node:fs'
import type { Fact, FactPreview, Source } from '../../shared/features/sources/schemas/source.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { withFile } from './file-error.ts'
import { projectOf } from './read-declarations.ts'
import { shown } from './shown.ts'
import { findToken } from './source.ts'

const acts = ['list', 'preview', 'read'] as const

/** Runs `fanion fact`: lists warehouse queries, previews one, and triggers an immediate read. */
export async function fact(asked: CommandInput): Promise<CommandOutput> {
  const { url, values, args } = asked
  const [word = '', source, what] = args
  const act = acts.find((one) => one === word)
  if (!act) throw new UsageError(`fanion fact ${shown(word)} is no command; use ${acts.join(', ')}.`)
  const token = findToken(asked)
  if (!token) throw new CliError(`This takes an API token: FANION_TOKEN, or --token. Create one at ${url}/me/tokens`)
  const project = await projectOf({ url, token, project: values.project })
  const api = connect(url, token)
  const exposures = values.exposures !== undefined
  if (act === 'list')
    return listWarehouseQueries(await ask(url, (options) => api.sources.list.query({ project }, options)))
  if (source === undefined || (what === undefined && (act === 'preview' || !exposures)))
    throw new UsageError(
      act === 'read'
        ? 'Say which: fanion fact read shop order, or fanion fact read shop --exposures'
        : 'Say which source, and the file of the query: fanion fact preview shop orders.sql',
    )
  if (act === 'read') {
    const event = exposures ? null : (what ?? '')
    const read = await ask(url, (options) => api.facts.readNow.mutate({ project, source, event }, options))
    return { text: `${event ?? 'exposures'} of ${source} is read next`, json: read }
  }
  const query = withFile(what ?? '', 'read', () => readFileSync(what ?? '', 'utf8'))
  return previewed(
    await ask(url, (options) => api.facts.preview.mutate({ project, source, query, exposures }, options)),
  )
}

const listWarehouseQueries = (sources: Source[]): CommandOutput => ({
  text:
    sources.flatMap((source) => [placeOf(source), ...source.facts.map((one) => `  ${lineOf(one)}`)]).join('\n') ||
    'There are no sources of events.',
  json: sources,
})

const placeOf = ({ key, kind, user, host, port, database, environment }: Source): string =>
  `${key}: ${kind} ${user}@${host}:${port}/${database}, for ${environment}`

const lineOf = ({ event, state, readUntil, problem }: Fact): string => {
  const until = readUntil === null ? '' : `, there up to ${readUntil}`
  return `${event ?? 'exposures'}: ${states[state]}${until}${problem === null ? '' : `; ${problem}`}`
}

const states: Readonly<Record<Fact['state'], string>> = {
  new: 'not read yet',
  fine: 'up to date',
  late: 'late',
  failing: 'can’t be read',
  budget: 'budget used up until 00:00 UTC',
}

/** Quotes a value of another database, which may contain terminal control sequences. */
const quoted = (value: string | null): string => (value === null ? '' : JSON.stringify(value))

/** The exit code is 1 if the columns are unusable. */
const previewed = (preview: FactPreview): CommandOutput => {
  const { columns, rows, problems, estimate } = preview
  const lines = [columns.map(({ name }) => name), ...rows]
  const cost = estimate === null ? [] : [`The database expects about ${Math.round(estimate.rows)} rows a day.`]
  return {
    text: [...problems, ...lines.map((line) => line.map(quoted).join('\t')), ...cost].join('\n'),
    json: preview,
    found: problems.length > 0,
  }
}
