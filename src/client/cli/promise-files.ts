import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { WrittenPromise } from '../../shared/features/promises/schemas/promise.ts'
import { type FiledPromise, promiseFile, readPromiseFile } from '../../shared/text/promise/promise-file.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { makeFolderOf, withFile } from './file-error.ts'
import { projectOf } from './read-declarations.ts'
import { shownPath } from './shown.ts'
import { findToken } from './source.ts'

/** Reads the promises of a file. Throws a `UsageError` with the line and the expected content. */
export function promisesIn(path: string): FiledPromise[] {
  const text = withFile(path, 'read', () => readFileSync(path, 'utf8'))
  const read = readPromiseFile(text)
  if ('promises' in read) return read.promises
  const { line, problem, expected, character } = read.unreadable
  const what = character === undefined ? `: ${problem}; expected` : `, character ${character}: expected`
  throw new UsageError(`${shownPath(path)}, line ${line}${what} ${expected}.`)
}

/** Writes a project’s promises to a file, one sentence per line. Reports if the file is already up to date. */
export async function pullPromises(asked: CommandInput, path: string): Promise<CommandOutput> {
  const { url, token, project } = await placeIn(asked)
  const promises = await ask(url, (options) => connect(url, token).promises.sentences.query({ project }, options))
  const text = promiseFile(promises)
  const file = shownPath(path)
  const json = { file, project, promises: promises.length }
  const before = existsSync(path) ? withFile(path, 'read', () => readFileSync(path, 'utf8')) : undefined
  const many = counted(promises.length, 'promise')
  if (before === text) return { text: `${file} is up to date (${many}).`, json: { ...json, written: false } }
  withFile(path, 'written', () => {
    makeFolderOf(path)
    writeFileSync(path, text)
  })
  return { text: `Wrote ${many} of ${project} to ${file}.`, json: { ...json, written: true } }
}

/**
 * Updates a project’s promises from a file. Promises that are not in the file stay, unless `--prune` is given. Sends
 * nothing if the file is invalid.
 */
export async function push(asked: CommandInput): Promise<CommandOutput> {
  const { promises: path, prune } = asked.values
  if (path === undefined) throw new UsageError('Name the file: fanion push --promises promises.txt')
  const filed = promisesIn(path)
  const { url, token, project } = await placeIn(asked)
  const api = connect(url, token).promises
  const there = await ask(url, (options) => api.sentences.query({ project }, options))
  const thereBy = new Map(there.map((one) => [one.key.toLowerCase(), one]))
  const saved: string[] = []
  const lines: string[] = []
  for (const { line: _line, ...promise } of filed) {
    const was = thereBy.get(promise.key.toLowerCase())
    if (was !== undefined && isSame(was, promise)) continue
    if (was !== undefined && was.flag !== promise.flag)
      throw new CliError(
        `${promise.key} ${was.flag === null ? 'is no example' : `is an example of ${was.flag}`}. Give it another key.`,
      )
    await after(saved, () =>
      ask(url, (options) => api.save.mutate({ project, ...promise, edits: was !== undefined }, options)),
    )
    saved.push(promise.key)
    lines.push(`${was === undefined ? '+' : '~'} ${promise.sentence}`)
  }
  const kept = new Set(filed.map(({ key }) => key.toLowerCase()))
  const others = there.filter(({ key }) => !kept.has(key.toLowerCase()))
  const removed = prune === undefined ? [] : others.map(({ key }) => key)
  for (const key of removed) await ask(url, (options) => api.remove.mutate({ project, key }, options))
  if (removed.length > 0) lines.push(...others.map(({ sentence }) => `- ${sentence}`))
  const unchanged = filed.length - saved.length
  const summary = `Saved ${counted(saved.length, 'promise')} of ${project}; ${unchanged} unchanged, ${removed.length} removed.`
  const left =
    prune === undefined && others.length > 0
      ? [`${counted(others.length, 'promise is', 'promises are')} not in the file; --prune removes them.`]
      : []
  return {
    text: [...lines, summary, ...left].join('\n'),
    json: { project, saved, removed, unchanged, besides: prune === undefined ? others.map(({ key }) => key) : [] },
  }
}

/** Adds the promises that were already saved to the message of a later error. */
async function after<T>(saved: readonly string[], act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (!(cause instanceof CliError) || saved.length === 0) throw cause
    throw new CliError(`${cause.message} Saved before it: ${saved.join(', ')}.`, { cause })
  }
}

const isSame = (one: WrittenPromise, other: WrittenPromise): boolean =>
  comparablePromise(one) === comparablePromise(other)

const comparablePromise = ({ name, sentence, environments, force, why, flag }: WrittenPromise): string =>
  JSON.stringify([name, sentence, environments?.toSorted() ?? null, force, why, flag])

async function placeIn(asked: CommandInput): Promise<{ url: string; token: string; project: string }> {
  const { url, values } = asked
  const token = findToken(asked)
  if (token === undefined)
    throw new CliError(`Sign in with: fanion login --role publisher --url ${url}   For a CI, set FANION_TOKEN.`)
  return { url, token, project: await projectOf({ url, token, project: values.project }) }
}
