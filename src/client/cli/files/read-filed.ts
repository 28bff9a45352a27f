import { isAlias, isMap, isPair, isScalar, LineCounter, type Node, type ParsedNode, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { Path } from '../../../shared/datafile/problems.ts'
import { pathText } from '../../../shared/datafile/problems.ts'
import { checkStorable } from '../../../shared/datafile/storable.ts'
import { schemaProblems } from '../../../shared/errors/schema-problems.ts'
import { FlagFileContent } from '../../../shared/features/flag-files/schemas/filed.ts'
import { inPlaceOf } from './known-fields.ts'

/** Line and column in a file, counted from 1. */
export type Spot = { readonly line: number; readonly column: number }

/** A problem at a position of a file, and the expected content. */
export type FiledProblem = Spot & { readonly path: string; readonly problem: string; readonly expected: string }

/** The content of a file, and a function that locates each part of it. */
export type ReadFile = { readonly filed: FlagFileContent; readonly spotOf: (path: Path) => Spot }

type Parsed = ReturnType<typeof parsed>

const parsed = (text: string) => {
  const lines = new LineCounter()
  const document = parseDocument<ParsedNode>(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    version: '1.2',
    schema: 'core',
  })
  const spot = (offset: number): Spot => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  return { document, spot }
}

/** Advice for frequent YAML syntax errors. For others, the parser’s own message is used. */
const syntax: Record<string, { problem: string; expected: string }> = {
  DUPLICATE_KEY: { problem: 'this key is there twice', expected: 'each key once' },
  TAB_AS_INDENT: { problem: 'a tab begins the line', expected: 'spaces' },
  MULTIPLE_DOCS: { problem: 'a second document begins', expected: 'one flag or segment in a file' },
}

const syntaxProblems = ({ document, spot }: Parsed): FiledProblem[] => [
  ...[...document.errors, ...document.warnings].map(({ code, message, pos: [from] }) => ({
    ...spot(from),
    path: '',
    ...(syntax[code] ?? { problem: message.split('\n')[0] ?? message, expected: 'YAML or JSON' }),
  })),
  ...aliasesOf(document).map((node) => ({
    ...spot(node.range?.[0] ?? 0),
    path: '',
    problem: 'this refers to something elsewhere in the file',
    expected: 'the thing itself: anchors and aliases are not followed',
  })),
]

const aliasesOf = (document: Parsed['document']): Node[] => {
  const found: Node[] = []
  visit(document, (_, node) => {
    if (isAlias(node)) found.push(node)
  })
  return found
}

/** The position of the deepest part of a path that exists in the file. */
function spotIn({ document, spot }: Parsed, path: Path): Spot {
  let node: unknown = document.contents
  let offset = offsetOf(node) ?? 0
  for (const step of path) {
    const next = childOf(node, step)
    if (next === undefined) break
    offset = next.offset ?? offset
    node = next.node
  }
  return spot(offset)
}

const offsetOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined

/** The node under a key or index. A key has its own offset, which exists even if its value is empty. */
function childOf(node: unknown, step: PropertyKey): { node: unknown; offset: number | undefined } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === step)
    return pair && { node: pair.value, offset: offsetOf(pair.key) }
  }
  if (typeof node !== 'object' || node === null || !('items' in node) || !Array.isArray(node.items)) return undefined
  const item: unknown = typeof step === 'number' ? node.items[step] : undefined
  return item === undefined ? undefined : { node: item, offset: offsetOf(item) }
}

/**
 * Parses one file, YAML or JSON. Returns problems with line and column if it is not valid. For an unknown field, the
 * problem suggests the right name.
 */
export function readFiled(text: string): ReadFile | { readonly problems: readonly FiledProblem[] } {
  let file: Parsed
  try {
    file = parsed(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return {
      problems: [{ line: 1, column: 1, path: '', problem: 'it is nested too deeply', expected: 'fewer levels' }],
    }
  }
  const problems = syntaxProblems(file)
  if (problems.length > 0) return { problems }
  const value: unknown = file.document.toJS()
  if (typeof value !== 'object' || value === null || !('flag' in value || 'segment' in value))
    return {
      problems: [
        {
          ...spotIn(file, []),
          path: '',
          problem: 'it says neither “flag” nor “segment”',
          expected: 'flag: <key> or segment: <key>',
        },
      ],
    }
  const spotOf = (path: Path) => spotIn(file, path)
  checkStorable(value, (_, path, problem, expected) =>
    problems.push({ ...spotOf(path), path: pathText(path), problem, expected }),
  )
  if (problems.length > 0) return { problems }
  const read = FlagFileContent.safeParse(value)
  if (!read.success) return { problems: problemsIn(read.error, value, spotOf) }
  // Safe cast: the schema is the union of everything a file may contain.
  return { filed: read.data as FlagFileContent, spotOf }
}

function problemsIn(error: z.ZodError, value: object, spotOf: (path: Path) => Spot): FiledProblem[] {
  const found: FiledProblem[] = []
  for (const { path, problem, expected, unknown = [] } of schemaProblems(error, value)) {
    if (unknown.length === 0) found.push({ ...spotOf(path), path: pathText(path), problem, expected })
    for (const field of unknown) {
      const place = [...path, field]
      const right = inPlaceOf(field, path, 'flag' in value)
      found.push({ ...spotOf(place), path: pathText(place), problem: 'no such field', expected: right })
    }
  }
  return found
}
