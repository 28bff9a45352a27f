import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathText } from '../../../shared/datafile/problems.ts'
import type { FlagFileContent } from '../../../shared/features/flag-files/schemas/filed.ts'
import type { ParsedFlagFile, PlanProblem } from '../../../shared/flag-files/plan-parts.ts'
import { printFiled } from '../../../shared/flag-files/print.ts'
import { CliError } from '../cli-error.ts'
import { withFile } from '../file-error.ts'
import { shownPath, withoutKeys } from '../shown.ts'
import { type ReadFile, readFiled, type Spot } from './read-filed.ts'

/** A problem as printed by a command: its position, the problem, and the expected content. */
export type PrintedProblem = Partial<Spot> & {
  readonly file: string | null
  readonly path: string
  readonly problem: string
  readonly expected: string
}

/** All files of a folder, and the problems of those that cannot be read. */
export type Folder = {
  readonly files: readonly (ParsedFlagFile & ReadFile)[]
  readonly problems: readonly PrintedProblem[]
}

/** Folder of the flag files if `--dir` is not given. */
export const usualFolder = 'flags'

const startOfFile: ReadFile['spotOf'] = () => ({ line: 1, column: 1 })

/** A text without blank lines and full-line comments, and with normalized line ends. */
export const withoutComments = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^[ \t]*(?:#.*)?(?:\n|$)/gm, '')
    .trimEnd()

/**
 * Parsed content by the exact text that an export writes. Safe because exported texts have no multi-line values, so
 * every line that starts with `#` is a comment.
 */
export const contentByExportedText = (filed: readonly FlagFileContent[]): ReadonlyMap<string, FlagFileContent> =>
  new Map(filed.map((one) => [withoutComments(printFiled(one)), one]))

/**
 * Reads all YAML and JSON files of a folder, recursively. `known` maps texts of an export to their content, so that
 * only changed files are parsed.
 */
export function readFolder(folder: string, known: ReadonlyMap<string, FlagFileContent> = new Map()): Folder {
  const files: Folder['files'][number][] = []
  const problems: PrintedProblem[] = []
  for (const file of filesIn(folder)) {
    const text = withFile(file, 'read', () => readFileSync(file, 'utf8'))
    const filed = known.get(withoutComments(text))
    const read = filed ? { filed, spotOf: startOfFile } : readFiled(text)
    if ('problems' in read) problems.push(...read.problems.map((problem) => ({ file, ...problem })))
    else files.push({ file, ...read })
  }
  return { files, problems }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  if (!statSync(folder).isDirectory()) throw new CliError(`${shownPath(folder)} is a file. Name the folder with --dir.`)
  const found = withFile(folder, 'read', () => readdirSync(folder, { withFileTypes: true }))
  return found
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(file)
      return /\.(?:ya?ml|json)$/i.test(entry.name) ? [file] : []
    })
}

/** Problems of a plan with the line and column in their files. */
export const placed = (problems: readonly PlanProblem[], { files }: Folder): PrintedProblem[] => {
  const spots = new Map(files.map(({ file, spotOf }) => [file, spotOf]))
  return problems.map(({ file, path, problem, expected }) => {
    const spot = file === null ? undefined : spots.get(file)?.(path)
    return { file, ...spot, path: file === null ? path.map(String).join('.') : pathText(path), problem, expected }
  })
}

/**
 * Formats a problem as one line: `flags/checkout.yaml:12:7 environments.production.on: is "yes"; expected true or
 * false`.
 */
export const problemLine = ({ file, line, column, path, problem, expected }: PrintedProblem): string => {
  const place = file === null ? '' : `${shownPath(file)}:${line}:${column}`
  return withoutKeys(`${[place, path].filter(Boolean).join(' ')}: ${problem}; expected ${expected}`)
}
