import type { Path } from '../datafile/problems.ts'
import { validateEnvironment } from '../datafile/validate-environment.ts'
import type { AttributeType } from '../features/attributes/schemas/attribute.ts'
import type { FlagFileContent } from '../features/flag-files/schemas/filed.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { own, type ProjectState } from './export.ts'
import type { ParsedFlagFile, PlannedEntry, PlanProblem } from './plan-parts.ts'

type PlannedFileEntry = PlannedEntry & { readonly file: string }

/**
 * Validates the documents as the environments would have them and reports each problem at its location in the file.
 * Regular expressions are not proven safe here; publishing does that.
 */
export function checkDocuments(
  files: readonly ParsedFlagFile[],
  entries: readonly PlannedFileEntry[],
  state: ProjectState,
  attributes: Readonly<Record<string, AttributeType>> | undefined,
): PlanProblem[] {
  const filedIn = new Map(files.map(({ file, filed }) => [file, filed]))
  const schemas = Object.fromEntries(
    [
      ...state.flags.map(({ key, schema }) => [key, schema] as const),
      ...files.flatMap(({ filed }) => ('flag' in filed ? [[filed.flag, filed.schema] as const] : [])),
    ].filter((one): one is readonly [string, NonNullable<(typeof one)[1]>] => one[1] !== null),
  )
  return state.environments.flatMap(({ key: environment }) => {
    const here = entries.filter((entry) => entry.environment === environment)
    const head = own(state.heads, environment)
    if (here.length === 0 || head === undefined) return []
    const ofKind = (kind: PlannedFileEntry['kind']) => here.filter((entry) => entry.kind === kind)
    const [flags, segments] = [ofKind('flag'), ofKind('segment')]
    const documents = {
      // Safe cast: entries contain documents of their kind.
      flags: { ...head.flags, ...byKey(flags) } as typeof head.flags,
      segments: { ...head.segments, ...byKey(segments) } as typeof head.segments,
    }
    const changed = { flags: flags.map(({ key }) => key), segments: segments.map(({ key }) => key) }
    const found = validateEnvironment(documents, { changed, schemas, attributes, prove: () => null })
    return found.map(({ path, problem, expected }): PlanProblem => {
      const [kinds, key, ...rest] = stepsOf(path)
      const entry = (kinds === 'flags' ? flags : segments).find((one) => one.key === key)
      if (entry === undefined) return { file: null, path: [`${environment}: ${path}`], problem, expected }
      const filed = filedIn.get(entry.file)
      return { file: entry.file, path: filed ? pathIn(filed, entry, rest) : [], problem, expected }
    })
  })
}

const byKey = (entries: readonly PlannedFileEntry[]) =>
  Object.fromEntries(entries.map(({ key, document }) => [key, document]))

/** The location in a file of a path in a document: at the top level for all environments, or under its environment. */
function pathIn(filed: FlagFileContent, { environment, document }: PlannedFileEntry, path: Path): Path {
  const [first, at, ...rest] = path
  const state = own<object>(filed.environments, environment) ?? {}
  if (typeof first === 'string' && !Object.hasOwn(state, first) && Object.hasOwn(filed, first)) return path
  if (first !== 'rules' || typeof at !== 'number' || !('flag' in filed)) return ['environments', environment, ...path]
  // A file omits rules of runs, so indexes differ from those in the document.
  const id = (document as FlagDocument | null)?.rules[at]?.id
  const place = own(filed.environments, environment)?.rules.findIndex((rule) => rule.id === id) ?? -1
  return ['environments', environment, first, ...(place < 0 ? [] : [place, ...rest])]
}

/** The steps of a formatted path. */
const stepsOf = (path: string): Path =>
  [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_$][\w$]*)/g)].map(([, index, quoted, word]) =>
    index === undefined ? (quoted === undefined ? (word ?? '') : String(JSON.parse(quoted))) : Number(index),
  )
