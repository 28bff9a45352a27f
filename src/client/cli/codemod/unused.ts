import { type Edit, overlaps, type Part } from './edits.ts'
import { child, isIn, list, type Node, siblingsOf, unwrapped, word } from './node.ts'
import { asNode, type Parsed, type Variable } from './parse.ts'
import { isPure } from './purity.ts'
import { withComments } from './statements.ts'
import { removedMarker } from './value.ts'

/** Start offsets of unused names. */
export const unusedNames = (file: Parsed): Set<number> =>
  new Set(file.variables.filter(isUnused).flatMap((one) => one.defs.map((def) => asNode(def.name).start)))

const isUnused = (variable: Variable): boolean => {
  if (variable.defs.length === 0) return false
  const [def] = variable.defs
  if (def === undefined) return false
  const own = asNode(def.node)
  // Enum members may have side effects, so enums stay.
  if (def.type === 'TSEnumName') return false
  // A `for … of` or `for … in` loop must declare its variable.
  if (own.parent?.parent?.type.startsWith('For') && own.parent.parent['left'] === own.parent) return false
  return variable.references.every(
    ({ identifier, init }) =>
      init === true || (['FunctionName', 'ClassName', 'Type'].includes(def.type) && isIn(asNode(identifier), own)),
  )
}

type Unused = {
  readonly file: Parsed
  readonly edits: readonly Edit[]
  /** Start offsets of names that were already unused before the removal. */
  readonly before: ReadonlySet<number>
  /** Names that are used from outside the script, such as by a component’s template. */
  readonly open: ReadonlySet<string>
  /** Whether an expression is known to be pure. */
  readonly known: (node: Node) => boolean
  /** Whether the initializer of a name must stay assigned to it. */
  readonly stays: (node: Node) => boolean
}

/**
 * Removes what only removed code used: declarations, functions, imports, names in patterns. An initializer with side
 * effects stays as a statement.
 */
export function dropUnused(how: Unused): Edit[] {
  const found: Edit[] = []
  for (const variable of how.file.variables) {
    const [def, ...others] = variable.defs
    if (def === undefined || others.length > 0 || !isUnused(variable)) continue
    const name = asNode(def.name)
    if (how.before.has(name.start) || (how.open.has(variable.name) && variable.scope.type === 'module')) continue
    const edit = dropped(def.type, asNode(def.node), name, how)
    if (edit && !overlaps([...how.edits, ...found], { start: edit.start - 1, end: edit.end + 1 })) found.push(edit)
  }
  return found
}

function dropped(type: string, node: Node, name: Node, how: Unused): Edit | undefined {
  const { file } = how
  const isExported = node.parent?.type.startsWith('Export') || node.parent?.parent?.type.startsWith('Export')
  switch (type) {
    case 'ImportBinding':
      return dropImport(node, how)
    case 'FunctionName':
      return !isExported && node.type === 'FunctionDeclaration' ? statement(node, file) : undefined
    case 'Type':
      return !isExported && siblingsOf(node) ? statement(node, file) : undefined
    case 'ClassName':
      return !isExported && node.type === 'ClassDeclaration' && isPlainClass(node) ? statement(node, file) : undefined
    case 'Variable':
      return isExported ? undefined : dropVariable(node, name, how)
    default:
      return undefined
  }
}

const statement = (node: Node, file: Parsed): Edit | undefined =>
  siblingsOf(node) ? { ...withComments(file, node), parts: [removedMarker] } : undefined

const isPlainClass = (node: Node): boolean => {
  const body = child(node, 'body')
  const members = body === undefined ? [] : list(body, 'body')
  const isPlain = (one: Node) =>
    one['computed'] !== true &&
    one['static'] !== true &&
    one.type !== 'StaticBlock' &&
    list(one, 'decorators').length === 0
  return child(node, 'superClass') === undefined && list(node, 'decorators').length === 0 && members.every(isPlain)
}

function dropImport(specifier: Node, { file }: Unused): Edit | undefined {
  const declaration = specifier.parent
  if (declaration?.type !== 'ImportDeclaration') return undefined
  const all = list(declaration, 'specifiers')
  const named = all.filter((one) => one.type === 'ImportSpecifier')
  if (all.length === 1) return { ...withComments(file, declaration), parts: [removedMarker] }
  const { text } = file
  if (specifier.type === 'ImportSpecifier' && named.length > 1) return without(specifier, named, text)
  // The braces go with the last named import, a default import with its comma.
  const stays = all.filter((one) => one !== specifier)
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const braces = stays.filter((one) => one.type === 'ImportSpecifier')
  const plain = stays.filter((one) => one.type !== 'ImportSpecifier')
  const parts: Part[] = plain.flatMap((one, at): Part[] => [...(at > 0 ? [', '] : []), [one.start, one.end]])
  const [from, to] = [braces[0], braces.at(-1)]
  if (from && to) parts.push(plain.length > 0 ? ', { ' : '{ ', [from.start, to.end], ' }')
  const open = text.lastIndexOf('{', first.start)
  const begin = first.type === 'ImportSpecifier' && open > declaration.start ? open : first.start
  const close = text.indexOf('}', last.end)
  const stop = last.type === 'ImportSpecifier' && close !== -1 ? close + 1 : last.end
  return { start: begin, end: stop, parts }
}

/** An edit that removes a list element with its comma. */
export function without(one: Node, all: readonly Node[], text: string): Edit {
  const at = all.indexOf(one)
  const next = all[at + 1]
  const before = all[at - 1]
  if (next) return { start: one.start, end: next.start, parts: [] }
  if (before) return { start: before.end, end: one.end, parts: [] }
  const comma = /^\s*,/.exec(text.slice(one.end))?.[0].length ?? 0
  return { start: one.start, end: one.end + comma, parts: [] }
}

function dropVariable(node: Node, name: Node, how: Unused): Edit | undefined {
  const { file } = how
  const declaration = node.parent
  const id = child(node, 'id')
  if (node.type !== 'VariableDeclarator' || declaration === null || id === undefined) return undefined
  if (
    siblingsOf(declaration) === undefined ||
    String(declaration['kind']).includes('using') ||
    declaration['declare'] === true
  )
    return undefined
  if (id !== name) return dropFromPattern(node, name, how)
  const init = child(node, 'init')
  if (init && how.stays(init)) return undefined
  const all = list(declaration, 'declarations')
  const isIdle = init === undefined || isPure(init, { file }) || how.known(init)
  if (isIdle) return all.length === 1 ? statement(declaration, file) : without(node, all, file.text)
  if (all.length > 1) return split(declaration, node, init)
  return { start: declaration.start, end: init.start, parts: [...alone(file.text, init)] }
}

/** A prefix that makes an expression parse as a statement of its own. */
const alone = (text: string, init: Node): Part[] =>
  /^(\{|function|class|async\s+function|let\s*\[|['"])/.test(text.slice(init.start, init.start + 20))
    ? ['void ']
    : [`${removedMarker} `]

function split(declaration: Node, node: Node, init: Node): Edit {
  const kind = word(declaration, 'kind') ?? 'const'
  const all = list(declaration, 'declarations')
  const at = all.indexOf(node)
  const group = (some: readonly Node[]): Part[] => {
    const [first, last] = [some[0], some.at(-1)]
    return first && last ? [`${kind} `, [first.start, last.end], '; '] : []
  }
  return {
    start: declaration.start,
    end: declaration.end,
    parts: [
      ...group(all.slice(0, at)),
      'void (',
      [init.start, init.end],
      '); ',
      ...group(all.slice(at + 1)),
      removedMarker,
    ],
  }
}

/**
 * An edit that removes a name from `{ a, b }`, unless the pattern has a rest element. Property reads count as pure
 * here.
 */
function dropFromPattern(node: Node, name: Node, how: Unused): Edit | undefined {
  const property = name.parent?.type === 'AssignmentPattern' ? name.parent.parent : name.parent
  const pattern = property?.parent
  if (property?.type !== 'Property' || pattern?.type !== 'ObjectPattern' || property['computed'] === true)
    return undefined
  const all = list(pattern, 'properties')
  const fallback = name.parent?.type === 'AssignmentPattern' ? child(name.parent, 'right') : undefined
  if (all.some((one) => one.type === 'RestElement') || (fallback && !isPure(fallback, how))) return undefined
  const init = child(node, 'init')
  if (all.length > 1) return without(property, all, how.file.text)
  const declaration = node.parent
  const isKnown =
    init !== undefined && (how.known(init) || (unwrapped(init).type === 'ObjectExpression' && isPure(init, how)))
  if (pattern !== child(node, 'id') || declaration === null) return undefined
  // The initializer may have side effects, or may throw because it is null or undefined.
  if (!isKnown) return { start: pattern.start, end: pattern.end, parts: ['{}'] }
  return list(declaration, 'declarations').length === 1 ? statement(declaration, how.file) : undefined
}
