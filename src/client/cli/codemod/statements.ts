import type { Part } from './edits.ts'
import { child, isFunction, list, type Node, statementsOf, walk, word } from './node.ts'
import { asNode, type Parsed } from './parse.ts'

const closes = new Set([
  'ExpressionStatement',
  'VariableDeclaration',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
])
for (const type of ['ContinueStatement', 'DebuggerStatement', 'ImportDeclaration', 'ExportAllDeclaration'])
  closes.add(type)
for (const type of ['TSTypeAliasDeclaration', 'TSImportEqualsDeclaration', 'TSExportAssignment']) closes.add(type)

/** Whether a statement lacks its optional `;`, so that the next text could parse as part of it. */
export function isOpenEnded(statement: Node, text: string): boolean {
  if (text[statement.end - 1] === ';') return false
  if (closes.has(statement.type)) return true
  if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') {
    const declaration = child(statement, 'declaration')
    if (declaration === undefined) return true
    const isWhole = ['FunctionDeclaration', 'ClassDeclaration', 'TSInterfaceDeclaration', 'TSEnumDeclaration']
    return !isWhole.includes(declaration.type)
  }
  const last = child(statement, 'alternate') ?? child(statement, 'consequent') ?? child(statement, 'body')
  const holds = [
    'IfStatement',
    'ForStatement',
    'ForInStatement',
    'ForOfStatement',
    'WhileStatement',
    'LabeledStatement',
  ]
  return holds.includes(statement.type) && last !== undefined && isOpenEnded(last, text)
}

/** Whether control flow never continues after a statement. */
export function isAbrupt(statement: Node | undefined): boolean {
  if (statement === undefined) return false
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true
    case 'BlockStatement':
      return list(statement, 'body').some(isAbrupt)
    case 'IfStatement':
      return isAbrupt(child(statement, 'consequent')) && isAbrupt(child(statement, 'alternate'))
    case 'TryStatement': {
      const handler = child(statement, 'handler')
      if (isAbrupt(child(statement, 'finalizer'))) return true
      return isAbrupt(child(statement, 'block')) && (handler === undefined || isAbrupt(child(handler, 'body')))
    }
    default:
      return false
  }
}

/** Whether a list of statements has block-scoped declarations. */
export const declares = (statements: readonly Node[]): boolean =>
  statements.some(
    (one) =>
      ['FunctionDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'].includes(one.type) ||
      one.type.startsWith('TS') ||
      (one.type === 'VariableDeclaration' && one['kind'] !== 'var'),
  )

/** A `var` statement without initializers for names that removed statements declare and other code still uses. */
export function varsOf(removed: readonly Node[], file: Parsed): string {
  const isRemoved = (node: Node) => removed.some((one) => node.start >= one.start && node.end <= one.end)
  const names = new Set<string>()
  for (const statement of removed)
    walk(statement, (node) => {
      if (isFunction(node) || node.type === 'StaticBlock' || node.type === 'PropertyDefinition') return false
      if (node.type !== 'VariableDeclaration' || node['kind'] !== 'var') return true
      for (const name of boundNames(list(node, 'declarations').flatMap((one) => child(one, 'id') ?? []))) {
        const variable = file.variableOf(name)
        const others = variable?.defs.some((def) => !isRemoved(asNode(def.name)))
        const isNamed = variable?.references.some(({ identifier }) => !isRemoved(asNode(identifier)))
        if (isNamed && !others) names.add(word(name, 'name') ?? '')
      }
      return true
    })
  return names.size === 0 ? '' : `var ${[...names].join(', ')};`
}

export function boundNames(patterns: readonly Node[]): Node[] {
  const found: Node[] = []
  for (const pattern of patterns) {
    if (pattern.type === 'Identifier') found.push(pattern)
    else if (pattern.type === 'ObjectPattern')
      found.push(
        ...boundNames(
          list(pattern, 'properties').flatMap((one) => child(one, 'value') ?? child(one, 'argument') ?? []),
        ),
      )
    else if (pattern.type === 'ArrayPattern') found.push(...boundNames(list(pattern, 'elements')))
    else
      found.push(
        ...boundNames([child(pattern, 'left') ?? child(pattern, 'argument')].filter((one) => one !== undefined)),
      )
  }
  return found
}

/** Whitespace at the start of the line that contains a position. */
export const indentAt = (text: string, place: number): string => {
  const begin = text.lastIndexOf('\n', place - 1) + 1
  return /^[ \t]*/.exec(text.slice(begin, place))?.[0] ?? ''
}

/** A range of text, re-indented. Multi-line string literals keep their content. */
export function moved(file: Parsed, start: number, end: number, from: string, to: string): Part[] {
  const { text } = file
  if (from === to || !from.startsWith(to)) return [[start, end]]
  const fixed: Node[] = []
  walk(file.program, (node) => {
    if (node.end <= start || node.start >= end) return false
    if (node.type === 'TemplateElement' || (node.type === 'Literal' && typeof node['value'] === 'string'))
      fixed.push(node)
    return true
  })
  const parts: Part[] = []
  let at = start
  for (let line = text.indexOf('\n', start); line !== -1 && line + 1 < end; line = text.indexOf('\n', line + 1)) {
    const begin = line + 1
    const isFixed = fixed.some((one) => one.start < begin && begin < one.end)
    if (isFixed || !text.startsWith(from, begin) || begin + from.length > end) continue
    parts.push([at, begin], to)
    at = begin + from.length
  }
  return [...parts, [at, end]]
}

/** The range of a statement with the comments that belong to it. License comments are excluded. */
export function withComments({ text, comments }: Parsed, statement: Node): { start: number; end: number } {
  let { start, end } = statement
  const floor = floorOf(statement)
  for (const comment of comments.toReversed()) {
    if (comment.end > start) continue
    const between = text.slice(comment.end, start)
    const begin = text.lastIndexOf('\n', comment.start) + 1
    const isAlone = text.slice(begin, comment.start).trim() === ''
    const stays = comment.value.startsWith('!') || /@license|@preserve|copyright/i.test(comment.value)
    if (comment.start < floor || !isAlone || stays || !/^[ \t]*\r?\n?[ \t]*$/.test(between)) break
    start = comment.start
  }
  const behind = comments.find((one) => one.start >= end && /^[ \t]*$/.test(text.slice(end, one.start)))
  const rest = behind && text.slice(behind.end, (text.indexOf('\n', behind.end) + 1 || text.length + 1) - 1)
  if (behind && rest?.trim() === '' && !behind.value.includes('\n')) end = behind.end
  return { start, end }
}

/** Where the previous statement ends: no comment before that belongs to this one. */
function floorOf(statement: Node): number {
  const { parent } = statement
  const all = parent === null ? undefined : statementsOf(parent)
  const before = all?.[all.indexOf(statement) - 1]
  return before?.end ?? (parent?.type === 'Program' ? 0 : (parent?.start ?? 0))
}
