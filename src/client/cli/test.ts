import { readFileSync, writeFileSync } from 'node:fs'
import { prove, type Verdict } from '../../shared/analysis/promise/prove.ts'
import { Datafile } from '../../shared/schemas/datafile.ts'
import type { PromiseState } from '../../shared/schemas/promise.ts'
import { stateSentence } from '../../shared/text/promise/breach-text.ts'
import { parsePromise } from '../../shared/text/promise/parse-promise.ts'
import { promiseSentence } from '../../shared/text/promise/promise-text.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Answer, Asked } from './command.ts'
import { asked as ask, connect } from './connect.ts'
import { makeFolderOf, withFile } from './file-error.ts'
import { flagOf } from './flag-of.ts'
import { junitOf } from './junit.ts'
import { placeOf } from './read-declarations.ts'
import { shown, shownPath } from './shown.ts'
import { findToken } from './source.ts'
import type { Tested } from './tested.ts'

/**
 * Proves every promise and example of a project where it holds or, with `--datafile` and `--promises`, sentences of a file
 * against a datafile. Found is what is broken or cannot be proven.
 */
export async function test(asked: Asked): Promise<Answer> {
  const { datafile, promises, flag, junit } = asked.values
  if ((datafile === undefined) !== (promises === undefined))
    throw new UsageError(
      '--datafile and --promises go together: fanion test --datafile production.json --promises promises.txt',
    )
  const all =
    datafile !== undefined && promises !== undefined ? testFiles(datafile, promises, flag) : await testProject(asked)
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

async function testProject(asked: Asked): Promise<Tested[]> {
  const { url, values } = asked
  const token = findToken(asked)
  if (token === undefined)
    throw new CliError(
      `Sign in with: fanion login --url ${url}   Or name files: fanion test --datafile production.json --promises promises.txt`,
    )
  const environment = values.environment ?? ''
  const { project } = await placeOf({ url, token, project: values.project, environment })
  const flag: { flag?: string } = values.flag === undefined ? {} : { flag: values.flag }
  const api = connect(url, token)
  if (values.environment !== undefined) {
    const known = await ask(url, (options) => api.environments.list.query({ project }, options))
    const keys = known.map(({ key }) => key)
    if (!keys.includes(environment))
      throw new CliError(`${project} has no environment ${shown(environment)}; it has ${keys.join(', ')}.`)
  }
  const list = await ask(url, (options) => api.promises.list.query({ project, ...flag }, options))
  // an unknown flag has no promises either, and would pass for one whose promises are kept
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

function testFiles(datafilePath: string, promisesPath: string, flag: string | undefined): Tested[] {
  const datafile = datafileIn(datafilePath)
  if (flag !== undefined) flagOf(datafile, flag)
  const text = withFile(promisesPath, 'read', () => readFileSync(promisesPath, 'utf8'))
  const nowMs = Date.now()
  return text.split(/\r?\n/).flatMap((line, at) => {
    const typed = line.trim()
    if (typed === '' || typed.startsWith('#')) return []
    const read = parsePromise(typed)
    if ('misread' in read)
      throw new UsageError(
        `${shownPath(promisesPath)}, line ${at + 1}, character ${read.misread.at + 1}: expected ${read.misread.expected}, in ${shown(typed)}.`,
      )
    if (flag !== undefined && read.statement.flag !== flag) return []
    const state = stateOf(prove(datafile, read.statement, { nowMs }))
    return [
      {
        environment: datafile.environment,
        promise: `line ${at + 1}`,
        sentence: promiseSentence(read.statement),
        state,
      },
    ]
  })
}

const stateOf = (verdict: Verdict): PromiseState =>
  verdict.state === 'broken'
    ? // what JSON.parse makes of a context is a record of JSON
      (JSON.parse(JSON.stringify({ ...verdict, at: new Date(verdict.at).toISOString() })) as PromiseState)
    : verdict

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
    `${shownPath(file)} is no datafile: ${read.error.issues[0]?.path.join('.') || 'it is no JSON object of one'}.`,
  )
}
