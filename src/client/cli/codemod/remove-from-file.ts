import { guardAgainstAsi } from './asi-guard.ts'
import { type Edit, overlaps, print } from './edits.ts'
import { finish } from './finish.ts'
import { foldOnce } from './fold.ts'
import { createKinds, type Exported, type Kind } from './kinds.ts'
import { mentionsOf, sameText } from './mentions.ts'
import { below, child, isIn, list, type Node, unwrapped, walk } from './node.ts'
import { type Parse, type Parsed, parsed } from './parse.ts'
import { isPure } from './purity.ts'
import { dropReExports } from './re-exports.ts'
import { declarationsIn, readOf, settingsIn } from './reads.ts'
import { withComments } from './statements.ts'
import { dropUnused, unusedNames, without } from './unused.ts'
import { createValues, reserved, type Value, type Values } from './value.ts'

/**
 * A mention that stayed, or a change that a reviewer should know about. `needs` is true if it requires the declaration.
 */
export type Leftover = {
  readonly line: number
  readonly column: number
  readonly reason: string
  readonly stays: boolean
  readonly needs: boolean
}
export type Removed = {
  readonly text: string
  readonly leftovers: readonly Leftover[]
  readonly reads: number
  /** Whether the file declares or re-exports the flag. These are removed once nothing needs them. */
  readonly declares: boolean
}

export type Removal = {
  readonly key: string
  readonly value: Value
  readonly parse: Parse
  readonly exported: Exported
  /** Flag keys by the name that the program calls them by. Code that looks like a read of one is reported. */
  readonly names?: ReadonlyMap<string, string>
  /** Names that something outside the script uses, such as a component’s template. */
  readonly open?: ReadonlySet<string>
  /** Also removes the declaration. Requires that nothing in the program needs it. */
  readonly declaration?: boolean
}

const mostPasses = 60

/**
 * Removes a flag from one text: replaces its reads with the value and folds the code around them. Returns the text
 * unchanged if that is not possible.
 */
export function removeFromFile(name: string, text: string, removal: Removal): Removed {
  const first = parsed(name, text, removal.parse)
  if ('error' in first) return unable(text, `it cannot be read: ${first.error}`)
  if (text.includes(reserved)) return unable(text, `it has the word ${reserved}, which this needs for itself`)
  const leftovers = leftoversOf(first, removal)
  const values = createValues()
  let file: Parsed = first
  let before = unusedNames(file)
  let changed = false
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const kindOf = createKinds(file, removal.exported)
    const replaced = replaceReads(file, kindOf, removal, values)
    changed ||= replaced.length > 0
    const open = removal.open ?? new Set<string>()
    const isKnown = (node: Node) => kindOf(node) !== undefined && isFree(node, kindOf, file)
    const edits = replaced.length > 0 ? [...replaced] : foldOnce(file, values, open)
    if (changed) {
      const unused = dropUnused({ file, edits, before, open, known: isKnown, stays: (node) => isMade(node, kindOf) })
      edits.push(...unused)
    }
    if (edits.length === 0) break
    const next = print(file.text, guardAgainstAsi(file, edits))
    const again = parsed(name, next.text, removal.parse)
    if ('error' in again) return unable(text, `it could not be done safely: ${again.error}`)
    before = new Set([...before].flatMap((place) => next.at(place) ?? []))
    file = again
    if (pass === mostPasses - 1) return unable(text, 'it takes too many steps')
  }
  const last = print(file.text, guardAgainstAsi(file, finish(file, values))).text
  const [error] = removal.parse(name, last).errors
  if (error !== undefined || last.includes(reserved))
    return unable(text, `it could not be done safely: ${error ?? 'something is left of the work'}`)
  const kindOf = createKinds(first, removal.exported)
  const goes = [
    ...declarationsIn(first.program, kindOf, removal.key),
    ...dropReExports({ file: first, kindOf, exported: removal.exported, key: removal.key }),
  ]
  return { text: last, leftovers, reads: readsIn(first, removal), declares: goes.length > 0 }
}

const readsIn = (file: Parsed, { key, exported }: Removal): number => {
  const kindOf = createKinds(file, exported)
  let count = 0
  walk(file.program, (node) => {
    if (readOf(node, kindOf)?.key === key) count += 1
  })
  return count
}

const unable = (text: string, reason: string): Removed => ({
  text,
  leftovers: [{ line: 1, column: 1, reason, stays: true, needs: true }],
  reads: 0,
  declares: false,
})

/** Whether all calls in an expression are known to have no effect, such as `client.for(context)`. */
const isFree = (node: Node, kindOf: (node: Node) => Kind | undefined, file: Parsed): boolean => {
  let free = true
  walk(node, (one) => {
    if (one.type === 'AwaitExpression') free = false
    if (one.type !== 'CallExpression') return true
    const callee = child(one, 'callee')
    const kind = callee && kindOf(callee)
    const isFor = kind?.is === 'method' && ['for', 'getClient'].includes(kind.name)
    if (!isFor || !list(one, 'arguments').every((given) => isPure(given, { file, properties: true }))) free = false
    return true
  })
  return free
}

/** Whether an expression creates the program’s client or its declarations. These stay even if unused. */
const isMade = (node: Node, kindOf: (node: Node) => Kind | undefined): boolean => {
  const inner = unwrapped(node)
  const callee = inner.type === 'CallExpression' ? child(inner, 'callee') : undefined
  const kind = callee && kindOf(callee)
  return kind?.is === 'define' || (kind?.is === 'import' && kindOf(inner) !== undefined)
}

function replaceReads(
  file: Parsed,
  kindOf: (node: Node) => Kind | undefined,
  removal: Removal,
  values: Values,
): Edit[] {
  const { key, value } = removal
  const edits: Edit[] = []
  const visit = (node: Node): void => {
    const begin = edits.length
    for (const one of below(node)) visit(one)
    if (edits.length > begin) return
    const read = readOf(node, kindOf)
    if (read?.key !== key) return
    const done = read.given.flatMap((one) => effectsOf(one, file))
    if (done.some((one) => one.type === 'SpreadElement')) return
    const effects = done.flatMap((one) => [[one.start, one.end] as const, ', '])
    const parts = [
      ...(done.length > 0 ? ['('] : []),
      ...effects,
      values.nameOf(value),
      ...(done.length > 0 ? [')'] : []),
    ]
    edits.push({ start: read.node.start, end: read.node.end, parts })
  }
  visit(file.program)
  if (edits.length > 0) return edits
  const properties = [
    ...settingsIn(file.program, kindOf, key).filter((one) =>
      isPure(child(one, 'value') ?? one, { file, properties: true }),
    ),
    ...(removal.declaration ? declarationsIn(file.program, kindOf, key) : []),
  ]
  const handed = removal.declaration ? dropReExports({ file, kindOf, exported: removal.exported, key }) : []
  for (const edit of [...properties.map((one) => dropProperty(one, file)), ...handed])
    if (!overlaps(edits, edit)) edits.push(edit)
  return edits
}

/** The parts of an argument that have side effects. An object literal is split into its values. */
function effectsOf(node: Node, file: Parsed): Node[] {
  if (isPure(node, { file, properties: true })) return []
  const inner = unwrapped(node)
  const parts = inner.type === 'ObjectExpression' ? list(inner, 'properties') : []
  const isPlain = (one: Node) => one.type === 'Property' && one['computed'] !== true && one['kind'] === 'init'
  if (parts.length === 0 || !parts.every(isPlain)) return [node]
  return parts.flatMap((one) => effectsOf(child(one, 'value') ?? one, file))
}

/** An edit that removes a property with its comments, comma and line. */
function dropProperty(property: Node, file: Parsed): Edit {
  const all = property.parent === null ? [] : list(property.parent, 'properties')
  const { text } = file
  const comma = /^\s*,/.exec(text.slice(property.end))?.[0].length ?? 0
  const { start } = withComments(file, property)
  const begin = text.lastIndexOf('\n', start - 1) + 1
  const stop = text.indexOf('\n', property.end + comma)
  const isAlone =
    text.slice(begin, start).trim() === '' && stop !== -1 && text.slice(property.end + comma, stop).trim() === ''
  if (isAlone) return { start: begin, end: stop + 1, parts: [] }
  const { parent } = property
  const isOnly = parent !== null && all.length === 1 && !file.comments.some((one) => isIn(one, parent))
  return isOnly ? { start: parent.start, end: parent.end, parts: ['{}'] } : without(property, all, text)
}

/** Mentions of the flag that stay, and reads whose removal changes behavior, each with the reason. */
function leftoversOf(file: Parsed, { key, exported, names = new Map([[key, key]]) }: Removal): Leftover[] {
  const kindOf = createKinds(file, exported)
  const found: { node: Node; reason: string; stays: boolean; needs: boolean }[] = mentionsOf(file, kindOf, {
    keys: new Set([key]),
    names,
  })
    .filter((one) => one.key === key || one.key === null)
    .map(({ node, reason }) => ({ node, reason, stays: true, needs: reason !== sameText }))
  walk(file.program, (node) => {
    const read = readOf(node, kindOf)
    if (read?.key !== key) return
    if (read.waits)
      found.push({ node, reason: 'it was waited for: what follows runs a moment earlier', stays: false, needs: false })
    if (read.given.some((one) => one.type === 'SpreadElement' && !isPure(one, { file, properties: true })))
      found.push({ node, reason: 'what it is asked with is spread, and may do something', stays: true, needs: true })
  })
  return found.map(({ node, ...said }) => ({ ...placeOf(file.text, node.start), ...said }))
}

/** Line and column of an offset, counted from 1. */
const placeOf = (text: string, place: number): { line: number; column: number } => {
  const before = text.slice(0, place)
  return { line: before.split('\n').length, column: place - before.lastIndexOf('\n') }
}
