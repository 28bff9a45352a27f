import { child, isFunction, list, type Node, unwrapped, word } from './node.ts'
import { asNode, type Parsed } from './parse.ts'
import { runsAfter } from './runs-after.ts'
import { reserved } from './value.ts'

type Purity = {
  readonly file: Parsed
  /** Treats property reads as pure, as in the context argument of a flag read. */
  readonly properties?: boolean
}

/** Whether an expression can be removed because it has no side effects. Unknown expressions count as impure. */
export function isPure(node: Node, how: Purity): boolean {
  const pure = (one: Node | undefined): boolean => one !== undefined && isPure(one, how)
  const inner = unwrapped(node)
  if (isFunction(inner)) return true
  switch (inner.type) {
    case 'Literal':
    case 'JSXText':
    case 'JSXEmptyExpression':
      return true
    case 'ThisExpression':
      return how.properties === true
    case 'Identifier':
      return isPureName(inner, how)
    case 'TemplateLiteral':
      return list(inner, 'expressions').every((one) => (how.properties ? pure(one) : unwrapped(one).type === 'Literal'))
    case 'UnaryExpression':
      return isPureUnary(inner, how)
    case 'BinaryExpression':
      return isPureBinary(inner, how)
    case 'LogicalExpression':
      return pure(child(inner, 'left')) && pure(child(inner, 'right'))
    case 'ConditionalExpression':
      return pure(child(inner, 'test')) && pure(child(inner, 'consequent')) && pure(child(inner, 'alternate'))
    case 'SequenceExpression':
      return list(inner, 'expressions').every(pure)
    case 'ArrayExpression':
      return list(inner, 'elements').every((one) => one.type !== 'SpreadElement' && pure(one))
    case 'ObjectExpression':
      return list(inner, 'properties').every((one) => isPureProperty(one, how))
    case 'ChainExpression':
      return pure(child(inner, 'expression'))
    case 'MemberExpression':
      return (
        how.properties === true &&
        pure(child(inner, 'object')) &&
        (inner['computed'] !== true || pure(child(inner, 'property')))
      )
    case 'JSXElement':
    case 'JSXFragment':
      return isPureElement(inner, how)
    default:
      return false
  }
}

function isPureName(inner: Node, how: Purity): boolean {
  const { file } = how
  const name = word(inner, 'name') ?? ''
  const variable = file.variableOf(inner)
  if (variable === undefined) return how.properties === true || name === 'undefined' || name.startsWith(reserved)
  return variable.defs.every((def) => {
    const kind = word(asNode(def.parent ?? def.node), 'kind')
    if (def.type === 'Parameter') return true
    const isLate = def.type === 'ClassName' || (def.type === 'Variable' && kind !== 'var')
    return !isLate || runsAfter(inner, asNode(def.node), file)
  })
}

function isPureUnary(inner: Node, how: Purity): boolean {
  const argument = child(inner, 'argument')
  const operator = word(inner, 'operator')
  if (argument === undefined) return false
  if (operator === '!' || operator === 'void' || operator === 'typeof') return isPure(argument, how)
  return operator === '-' && unwrapped(argument).type === 'Literal'
}

function isPureBinary(inner: Node, how: Purity): boolean {
  const strict = ['===', '!=='].includes(word(inner, 'operator') ?? '')
  const [left, right] = [child(inner, 'left'), child(inner, 'right')]
  return strict && left !== undefined && right !== undefined && isPure(left, how) && isPure(right, how)
}

function isPureProperty(property: Node, how: Purity): boolean {
  if (property.type === 'SpreadElement')
    return how.properties === true && isPure(child(property, 'argument') ?? property, how)
  const value = child(property, 'value')
  const key = child(property, 'key')
  const isPlain = property['computed'] !== true || (key !== undefined && unwrapped(key).type === 'Literal')
  return isPlain && value !== undefined && isPure(value, how)
}

function isPureElement(element: Node, how: Purity): boolean {
  const opening = child(element, 'openingElement')
  const attributes = opening === undefined ? [] : list(opening, 'attributes')
  const values = attributes.map((one) => (one.type === 'JSXAttribute' ? (child(one, 'value') ?? null) : one))
  return [...values, ...list(element, 'children')].every((one) => {
    if (one === null) return true
    const expression = one.type === 'JSXExpressionContainer' ? child(one, 'expression') : one
    return expression !== undefined && isPure(expression, how)
  })
}
