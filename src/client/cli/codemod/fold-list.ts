import { type Edit, overlaps, type Part } from './edits.ts'
import { child, isIn, list, type Node, siblingsOf, statementsOf } from './node.ts'
import { asNode, type Parsed } from './parse.ts'
import { indentAt, isAbrupt, isOpenEnded, varsOf, withComments } from './statements.ts'
import { replacedEndMarker as endMark, removedMarker } from './value.ts'

const isMark = (node: Node | undefined, mark: string): boolean => {
  const expression = node?.type === 'ExpressionStatement' ? child(node, 'expression') : undefined
  return expression?.type === 'Identifier' && `${String(expression['name'])};` === mark
}
const isAnyMark = (node: Node | undefined): boolean => isMark(node, removedMarker) || isMark(node, endMark)

/**
 * Removes markers from a list of statements, deletes unreachable statements after an end marker, and inserts `;`
 * between statements that would merge.
 */
export function foldList(holder: Node, file: Parsed, edits: readonly Edit[]): Edit[] {
  const statements = statementsOf(holder)
  if (!statements?.some(isAnyMark)) return []
  const untouched = (from: number) => !overlaps(edits, { start: from, end: statements.at(-1)?.end ?? from })
  const at = statements.findIndex((one) => isMark(one, endMark))
  if (at !== -1) {
    const before = statements.slice(0, at).findLast((one) => !isAnyMark(one))
    const rest = statements.slice(at + 1).filter((one) => !isAnyMark(one))
    if (isAbrupt(before)) {
      const from = statements[at]
      if (from === undefined || !untouched(from.start)) return []
      if (rest.length > 0) {
        const found = unreachable(rest, from, file)
        if (found.length > 0) return found
      }
      const lifted = lift(holder, statements, at, edits, file)
      return lifted === 'wait' ? [] : [...lifted, { start: from.start, end: from.end, parts: [removedMarker] }]
    }
  }
  return clean(holder, statements, file, edits)
}

/** Deletes unreachable statements, except hoisted ones and those that kept code refers to. */
function unreachable(rest: readonly Node[], mark: Node, file: Parsed): Edit[] {
  const hoisted = (one: Node) =>
    one.type === 'FunctionDeclaration' ||
    one.type.startsWith('TS') ||
    one.type.startsWith('Export') ||
    one.type === 'ImportDeclaration'
  let removed = rest.filter((one) => !hoisted(one))
  const isNamed = (one: Node) =>
    (one.type === 'ClassDeclaration' || (one.type === 'VariableDeclaration' && one['kind'] !== 'var')) &&
    file.variables.some(
      (variable) =>
        variable.defs.some((def) => isIn(asNode(def.name), one) && isOwn(asNode(def.name), one)) &&
        variable.references.some(({ identifier }) => !removed.some((r) => isIn(asNode(identifier), r))),
    )
  for (let before = -1; before !== removed.length; ) {
    before = removed.length
    removed = removed.filter((one) => !isNamed(one))
  }
  if (removed.length === 0) return []
  const vars = varsOf(removed, file)
  const indent = indentAt(file.text, mark.start)
  return removed
    .map((one, at): Edit => {
      const isFirst = at === 0 && vars !== ''
      return { ...withComments(file, one), parts: isFirst ? [vars, `\n${indent}${removedMarker}`] : [removedMarker] }
    })
    .concat([])
}

const isOwn = (name: Node, statement: Node): boolean => {
  for (let at = name.parent; at !== null && at !== statement; at = at.parent)
    if (at.type === 'BlockStatement' || at.type.includes('Function')) return false
  return true
}

/** If a block always exits, so does the statement around it: moves the end marker after that statement. */
function lift(
  holder: Node,
  statements: readonly Node[],
  at: number,
  edits: readonly Edit[],
  file: Parsed,
): Edit[] | 'wait' {
  if (statements.slice(at + 1).some((one) => !isAnyMark(one) && !/^(Function|Class|Variable)/.test(one.type))) return []
  let around = holder
  while (
    around.parent?.type === 'IfStatement' ||
    around.parent?.type === 'TryStatement' ||
    around.parent?.type === 'CatchClause'
  ) {
    around = around.parent
    if (around.type !== 'CatchClause' && !isAbrupt(around)) return []
  }
  if (siblingsOf(around) === undefined || !isAbrupt(around)) return []
  if (overlaps(edits, { start: around.end - 1, end: around.end + 1 })) return 'wait'
  return [{ start: around.end, end: around.end, parts: [`\n${indentAt(file.text, around.start)}${endMark}`] }]
}

/** Removes markers together with their lines. */
function clean(holder: Node, statements: readonly Node[], file: Parsed, edits: readonly Edit[]): Edit[] {
  const { text } = file
  const kept = statements.filter((one) => !isAnyMark(one))
  if (kept.length === 0) {
    const emptied = cut(holder, file, edits)
    if (emptied !== undefined) return emptied
  }
  const found: Edit[] = []
  for (let at = 0; at < statements.length; at += 1) {
    if (!isAnyMark(statements[at])) continue
    const run: Node[] = []
    for (let one = statements[at]; one !== undefined && isAnyMark(one); one = statements[(at += 1)]) run.push(one)
    const [first, last, before, next] = [run[0], run.at(-1), statements[at - run.length - 1], statements[at]]
    if (first === undefined || last === undefined) continue
    if (
      before &&
      isOpenEnded(before, text) &&
      next !== undefined &&
      !overlaps(edits, { start: before.end - 1, end: before.end + 1 })
    )
      found.push({ start: before.end, end: before.end, parts: isSafe(text, before, next, first) ? [] : [';'] })
    else if (before && isOpenEnded(before, text) && next !== undefined) return []
    const opens = before === undefined || before['directive'] !== undefined
    const directive = opens && next?.type === 'ExpressionStatement' && child(next, 'expression')?.type === 'Literal'
    const isAtStart =
      (before === undefined && isBare(text, holder, first)) || /\n[ \t]*\r?\n[ \t]*$/.test(text.slice(0, first.start))
    run.forEach((mark, index) => {
      const line = lineOf(text, mark, directive && index === 0 ? [';'] : [], isAtStart)
      const floor = found.at(-1)?.end ?? 0
      found.push(next === undefined && before !== undefined ? withSpace(text, line, floor) : line)
    })
  }
  return found
}

const isSafe = (text: string, before: Node, next: Node, mark: Node): boolean =>
  !/[([`+\-/*,.<]/.test(text[next.start] ?? '') &&
  (text.slice(before.end, mark.start).includes('\n') || text.slice(mark.end, next.start).includes('\n'))

/** Whether only whitespace, and the brace of a block, precedes a statement. */
const isBare = (text: string, holder: Node, first: Node): boolean =>
  /^\{?\s*$/.test(text.slice(holder.type === 'Program' ? 0 : holder.start, first.start))

/** Extends an edit that removes the last line of a list over the blank lines before it. */
const withSpace = (text: string, line: Edit, floor: number): Edit => {
  const blank = /\n((?:[ \t]*\r?\n)+)$/.exec(text.slice(0, line.start))?.[1]?.length ?? 0
  const isWhole = text[line.start - 1] === '\n' && line.parts.length === 0
  return isWhole && line.start - blank >= floor ? { ...line, start: line.start - blank } : line
}

/** An edit that removes a marker, its line if it is alone there, and one of two adjacent blank lines. */
function lineOf(text: string, mark: Node, parts: readonly Part[], isAtStart: boolean): Edit {
  const begin = text.lastIndexOf('\n', mark.start - 1) + 1
  const stop = text.indexOf('\n', mark.end)
  const isAlone =
    text.slice(begin, mark.start).trim() === '' && text.slice(mark.end, stop === -1 ? undefined : stop).trim() === ''
  if (!isAlone || parts.length > 0 || stop === -1)
    return {
      start: mark.start,
      end: mark.end + (isAlone ? 0 : (/^[ \t]*/.exec(text.slice(mark.end))?.[0].length ?? 0)),
      parts,
    }
  const isSpaced =
    (begin === 0 || isAtStart || /(\{|\n|^)[ \t]*\r?\n?[ \t]*\r?\n$/.test(text.slice(0, begin))) &&
    /^[ \t]*\r?\n/.test(text.slice(stop + 1))
  const blank = isSpaced ? (/^[ \t]*\r?\n/.exec(text.slice(stop + 1))?.[0].length ?? 0) : 0
  return { start: begin, end: stop + 1 + blank, parts: [] }
}

/** Removes an empty block with its `else`. */
function cut(holder: Node, file: Parsed, edits: readonly Edit[]): Edit[] | undefined {
  const { parent } = holder
  if (holder.type !== 'BlockStatement' || parent?.type !== 'IfStatement' || parent['alternate'] !== holder)
    return undefined
  const consequent = child(parent, 'consequent')
  if (consequent === undefined || siblingsOf(parent) === undefined) return undefined
  const range = { start: consequent.end, end: holder.end }
  const isSaid = file.comments.some((one) => isIn(one, holder))
  return isSaid ||
    overlaps(edits, { start: range.start - 1, end: range.end }) ||
    list(holder, 'body').some((one) => !isAnyMark(one))
    ? undefined
    : [{ ...range, parts: [] }]
}
