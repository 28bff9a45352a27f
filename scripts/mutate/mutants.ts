import { parseSync } from 'vite'

/** A small change to one file that a test should notice. */
export type Mutant = {
  readonly file: string
  /** Line number, from 1. */
  readonly line: number
  /** Range of the replaced text as offsets, and the replacement. */
  readonly start: number
  readonly end: number
  readonly by: string
  /** Range of the expression or statement that determines whether the mutant is reached, as offsets. */
  readonly within: readonly [start: number, end: number]
  /** The replaced text, shortened to one line. */
  readonly was: string
  readonly kind: Kind
}

export type Kind = 'boundary' | 'equality' | 'logic' | 'condition' | 'statement' | 'boolean' | 'sum' | 'where'

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [field: string]: unknown }
type Change = readonly [kind: Kind, start: number, end: number, by: string]

const operators: Readonly<Record<string, readonly [Kind, string]>> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '+': ['sum', '-'],
  '-': ['sum', '+'],
}

/** Returns the mutants of a file. Excludes logging and types. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const changes: (readonly [Node, Change])[] = []
  // Safe cast: every node has a type and a position, and all other fields are checked before use.
  walk(program, (node) => {
    for (const change of changesOf(node, text)) changes.push([placeOf(node, change), change])
  })
  return changes.map(([within, [kind, start, end, by]]) => ({
    file,
    line: text.slice(0, start).split('\n').length,
    ...{ start, end, by, kind, within: [within.start, within.end] },
    was: text.slice(start, end).replace(/\s+/g, ' ').slice(0, 100),
  }))
}

/** Returns the text of a file with a mutant. */
export const mutated = (text: string, { start, end, by }: Mutant): string => text.slice(0, start) + by + text.slice(end)

/** Returns the condition if the node is a conditional statement, otherwise the node. */
const placeOf = (node: Node, [kind]: Change): Node =>
  kind === 'condition' && isNode(node['test']) ? node['test'] : node

function changesOf(node: Node, text: string): Change[] {
  const of = (name: string): Node | undefined => (isNode(node[name]) ? node[name] : undefined)
  const source = (one: Node) => text.slice(one.start, one.end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [of('left'), of('right')]
      const [kind, other] = operators[String(node['operator'])] ?? []
      if (!kind || !other || !left || !right || (kind === 'sum' && [left, right].some(isText))) return []
      const start = text.indexOf(String(node['operator']), left.end)
      return start < right.start ? [[kind, start, start + String(node['operator']).length, other]] : []
    }
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const test = of('test')
      return test ? [['condition', test.start, test.end, `!(${source(test)})`]] : []
    }
    case 'Literal':
      return typeof node['value'] === 'boolean' ? [['boolean', node.start, node.end, String(!node['value'])]] : []
    case 'ThrowStatement':
      return [['statement', node.start, node.end, ';']]
    case 'ExpressionStatement': {
      const expression = of('expression')
      return expression && doesSomething(expression, source(expression))
        ? [['statement', node.start, node.end, ';']]
        : []
    }
    case 'CallExpression': {
      // removes a condition of a query
      const callee = of('callee')
      const [object, property] = [callee?.['object'], callee?.['property']]
      if (!isNode(object) || !isNode(property) || property['name'] !== 'where') return []
      return [['where', object.end, node.end, '']]
    }
    default:
      return []
  }
}

/** Whether an expression is a call or assignment. Excludes logging and super calls. */
function doesSomething(expression: Node, source: string): boolean {
  if (/^(await )?(super\(|(\w+\.)*#?log\.|console\.)/.test(source)) return false
  return ['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression', 'YieldExpression'].includes(
    expression.type,
  )
}

const isText = (node: Node) => node.type === 'TemplateLiteral' || typeof node['value'] === 'string'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, visit)
  } else if (isNode(value) && !value.type.startsWith('TS')) {
    visit(value)
    for (const inner of Object.values(value)) if (typeof inner === 'object') walk(inner, visit)
  } else if (isNode(value) && typeof value['expression'] === 'object') {
    // visits the expression of `x as T`, `x!` and similar
    walk(value['expression'], visit)
  }
}
