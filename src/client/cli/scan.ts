import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { limits } from '../../shared/limits.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import { findReferences, type Reference } from './codemod/find-references.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as askedFor, connect } from './connect.ts'
import { filesIn, git, remoteOf } from './git.ts'
import { linkTemplate, repositoryName } from './link-template.ts'
import { loadParser } from './load-parser.ts'
import { projectOf, readDeclarations, type Source } from './read-declarations.ts'
import { aliasesOf, scanSettings } from './scan-settings.ts'
import { sendReferences } from './send-references.ts'
import { sourceOf } from './source.ts'
import { tsconfigPaths } from './tsconfig-paths.ts'

/** Larger files are assumed to be generated. */
const mostBytes = 1024 * 1024
const mostReferences = limits.referencesPerScan

/**
 * Runs `fanion scan`: finds code references to the project’s flags in a folder, and replaces those that the server has
 * for its branch.
 */
export async function scan(asked: CommandInput): Promise<CommandOutput> {
  const { values, args } = asked
  const folder = path.resolve(args[0] ?? '.')
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${args[0] ?? '.'}.`)
  const source = sourceOf(asked)
  const { project, keys } = await flagsOf(source)
  const files = new Map(filesIn(folder).flatMap((file) => read(folder, file)))
  const settings = scanSettings(folder)
  const found = findReferences(files, {
    keys,
    aliases: aliasesOf(keys, settings.aliases),
    parse: await loadParser(),
    paths: tsconfigPaths(folder),
  })
  if (found.length > mostReferences)
    throw new CliError(
      `There are ${found.length} references; ${mostReferences} can be sent. Scan a part: fanion scan src`,
    )
  const remote = remoteOf(folder)
  const repository = values.repository ?? (remote === undefined ? undefined : repositoryName(remote))
  if (repository === undefined)
    throw new UsageError('The repository has no remote to be named after. Name it: --repository acme/shop')
  const root = git(folder, 'rev-parse', '--show-prefix').trim()
  const template = values.link ?? settings.link ?? (remote === undefined ? undefined : linkTemplate(remote))
  const linesOf = splitter(files)
  const ages = values.blame === undefined ? undefined : agesOf(folder, found)
  const document = {
    project,
    repository,
    branch: values.branch ?? branchOf(folder),
    commit: values.commit ?? git(folder, 'rev-parse', 'HEAD').trim(),
    ...(template !== undefined && { linkTemplate: template }),
    references: found.map((one) => {
      const line = linesOf(one.path)[one.line - 1] ?? ''
      const since = ages?.get(`${one.path}:${one.line}`)
      const lineHash = createHash('sha256').update(line.trim()).digest('hex').slice(0, 16)
      return {
        ...one,
        path: root + one.path,
        lineHash,
        ...(values.lines !== undefined && { text: line.trim().slice(0, 300) }),
        ...(since && { since }),
      }
    }),
  }
  const isDry = values['dry-run'] !== undefined
  if (!isDry) {
    if (!('token' in source))
      throw new UsageError('To send references takes an API token: --token or FANION_TOKEN. Without: --dry-run')
    await sendReferences(source.url, source.token, document)
  }
  return { text: scanReportText(found, files.size, isDry), json: { ...document, sent: !isDry } }
}

/** Flags of the key’s or named environment, or of the whole project. */
async function flagsOf(source: Source): Promise<{ project: string; keys: ReadonlySet<string> }> {
  if ('key' in source || source.environment !== undefined) {
    const { datafile } = await readDeclarations(source)
    return { project: datafile.project, keys: new Set(Object.keys(datafile.flags)) }
  }
  const project = await projectOf(source)
  const api = connect(source.url, source.token)
  const keys = await askedFor(source.url, (options) => api.flags.keys.query({ project }, options))
  return { project, keys: new Set(keys.map(({ key }) => key)) }
}

const read = (folder: string, file: string): [string, string][] => {
  const place = path.join(folder, file)
  const size = statSync(place, { throwIfNoEntry: false })
  if (!size?.isFile() || size.size > mostBytes) return []
  const text = readFileSync(place, 'utf8')
  return text.includes('\0') ? [] : [[file, text]]
}

/** Splits files into lines. Caches the last file, because references are sorted by file. */
const splitter = (files: ReadonlyMap<string, string>) => {
  let last: readonly [file: string, lines: readonly string[]] = ['', []]
  return (file: string): readonly string[] => {
    if (last[0] !== file) last = [file, files.get(file)?.split(/\r?\n/) ?? []]
    return last[1]
  }
}

/** The checked-out branch. CI jobs often check out a commit without a branch. */
function branchOf(folder: string): string {
  const branch = git(folder, 'rev-parse', '--abbrev-ref', 'HEAD').trim()
  if (branch === 'HEAD') throw new UsageError('A commit is checked out, of no branch. Name the branch: --branch main')
  return branch
}

/** When each line with a reference was last changed, by file and line. */
function agesOf(folder: string, found: readonly Reference[]): Map<string, string> {
  const ages = new Map<string, string>()
  for (const file of new Set(found.map((one) => one.path))) {
    let line = 0
    for (const text of git(folder, 'blame', '--line-porcelain', '--', file).split('\n')) {
      const head = /^[0-9a-f]{40} \d+ (\d+)/.exec(text)
      if (head) line = Number(head[1])
      const time = /^committer-time (\d+)$/.exec(text)
      if (time) ages.set(`${file}:${line}`, new Date(Number(time[1]) * 1_000).toISOString())
    }
  }
  return ages
}

function scanReportText(found: readonly Reference[], files: number, isDry: boolean): string {
  const reads = found.filter(({ kind }) => kind === 'read').length
  const flags = new Set(found.map(({ flag }) => flag)).size
  const lines = isDry ? found.map((one) => `  ${one.path}:${one.line}:${one.column}  ${one.kind} of ${one.flag}`) : []
  const head = `${isDry ? 'Found' : 'Sent'} ${counted(found.length, 'reference')} to ${counted(flags, 'flag')}, ${counted(reads, 'read')}, in ${counted(files, 'file')}.`
  return [head, ...lines].join('\n')
}
