import { readFileSync, writeFileSync } from 'node:fs'
import { prove } from '../../shared/impact/promise/prove.ts'
import { stateOf } from '../../shared/impact/promise/touched.ts'
import { Datafile } from '../../shared/schemas/datafile.ts'
import { stateSentence } from '../../shared/text/promise/breach-text.ts'
import { parsePromise } from '../../shared/text/promise/parse-promise.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { makeFolderOf, withFile } from './file-error.ts'
import { flagOf } from './flag-of.ts'
import type { InvariantResult } from './invariant-result.ts'
import { junitOf } from './junit.ts'
import { promisesIn } from './promise-files.ts'
import { projectOf } from './read-declarations.ts'
import { shown, shownPath } from './shown.ts'
import { findToken } from './source.ts'

/**
 * Runs `fanion test`: proves the promises and examples of a project or, with `--promises`, of a file. Checks them
 * against the project’s environments or, with `--datafile`, against a file. Findings are promises that are broken or
 * cannot be proven.
 */
export async function test(asked: CommandInput): Promise<CommandOutput> {
  const { datafile, promises, flag, junit } = asked.values
  if (datafile !== undefined && promises === undefined)
    throw new UsageError('--datafile takes --promises: fanion test --datafile production.json --promises promises.txt')
  const all =
    promises === undefined
      ? await testProject(asked)
      : testFile(promises, datafile === undefined ? await datafilesOf(asked) : [datafileIn(datafile)], flag)
  if (junit !== undefined)
    withFile(junit, 'written', () => {
      makeFolderOf(junit)
      writeFileSync(junit, junitOf(all))
    })
  const failing = all.filter(({ state }) => state.state !== 'kept')
  const lines = failing.map(
    ({ environment, sentence, state }) =>
      `✗ ${environment}  ${sentence}\n    ${state.state === 'unproven' ? 'Not proven. ' : ''}${stateSentence(state)}`,
  )
  const places = new Set(all.map(({ environment }) => environment)).size
  const summary =
    all.length === 0
      ? 'There is no promise to prove.'
      : failing.length === 0
        ? `Kept: ${counted(all.length, 'promise')} in ${counted(places, 'environment')}.`
        : `${counted(failing.length, 'promise')} of ${all.length} not kept.`
  return { text: [...lines, summary].join('\n'), json: { tested: all }, found: failing.length > 0 }
}

async function testProject(asked: CommandInput): Promise<InvariantResult[]> {
  const { url, values } = asked
  const { token, project } = await placeIn(asked)
  const flag: { flag?: string } = values.flag === undefined ? {} : { flag: values.flag }
  const api = connect(url, token)
  if (values.environment !== undefined) {
    const known = await ask(url, (options) => api.environments.list.query({ project }, options))
    const keys = known.map(({ key }) => key)
    if (!keys.includes(values.environment))
      throw new CliError(`${project} has no environment ${shown(values.environment)}; it has ${keys.join(', ')}.`)
  }
  const list = await ask(url, (options) => api.promises.list.query({ project, ...flag }, options))
  // Without this check, an unknown flag would pass, because it has no promises.
  const { flag: key } = flag
  if (list.length === 0 && key !== undefined)
    await ask(url, (options) => api.flags.get.query({ project, flag: key }, options))
  return list.flatMap(({ key, sentence, states }) =>
    states.flatMap((one) =>
      values.environment === undefined || one.environment === values.environment
        ? [{ environment: one.environment, promise: key, sentence, state: one.state }]
        : [],
    ),
  )
}

async function placeIn(asked: CommandInput): Promise<{ token: string; project: string }> {
  const { url, values } = asked
  const token = findToken(asked)
  if (token === undefined)
    throw new CliError(
      `Sign in with: fanion login --url ${url}   Or name files: fanion test --datafile production.json --promises promises.txt`,
    )
  return { token, project: await projectOf({ url, token, project: values.project }) }
}

/** Datafiles of the named environment, or of all environments of the project. */
async function datafilesOf(asked: CommandInput): Promise<Datafile[]> {
  const { url, values } = asked
  const { token, project } = await placeIn(asked)
  const api = connect(url, token)
  const environments = await ask(url, (options) => api.environments.list.query({ project }, options))
  const wanted = environments.filter(({ key }) => values.environment === undefined || values.environment === key)
  if (wanted.length === 0) throw new CliError(`${project} has no environment ${shown(values.environment ?? '')}.`)
  const datafiles: Datafile[] = []
  for (const { key } of wanted)
    datafiles.push(await ask(url, (options) => api.history.asOf.query({ project, environment: key }, options)))
  return datafiles
}

/** Tests the promises of a file, each in the environments that it names. */
function testFile(path: string, datafiles: readonly Datafile[], flag: string | undefined): InvariantResult[] {
  const nowMs = Date.now()
  const [only] = datafiles
  if (flag !== undefined && only !== undefined && datafiles.length === 1) flagOf(only, flag)
  const promises = promisesIn(path)
  return datafiles.flatMap((datafile) =>
    promises.flatMap(({ key, sentence, environments }) => {
      const read = parsePromise(sentence)
      if ('misread' in read || (flag !== undefined && read.statement.flag !== flag)) return []
      if (environments !== null && !environments.includes(datafile.environment)) return []
      const state = stateOf(prove(datafile, read.statement, { nowMs }))
      return [{ environment: datafile.environment, promise: key, sentence, state }]
    }),
  )
}

function datafileIn(file: string): Datafile {
  const text = withFile(file, 'read', () => readFileSync(file, 'utf8'))
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  const read = Datafile.safeParse(json)
  if (read.success) return read.data
  throw new UsageError(
    `${shownPath(file)} isn’t a datafile: ${read.error.issues[0]?.path.join('.') || 'it isn’t a JSON object'}.`,
  )
}
