import { operatorFacts, operatorNames, type ValueKind } from '../../operators.ts'
import type { Condition, Leaf, Operator, Scalar } from '../../schemas/condition.ts'
import type { Cursor } from './cursor.ts'
import { isReserved, readLiteral } from './literal.ts'

const marks = new Set(['(', ')', ',', '%', '→'])

/** Whether a name or value starts here: a quoted token, or a word that is not a keyword. */
export const startsName = (cursor: Cursor, ahead = 0): boolean => {
  const token = cursor.peek(ahead)
  return token !== undefined && (token.quoted || (!marks.has(token.text) && !isReserved(token.text)))
}

/** The first words of the operators' phrases. */
const verbs = [...new Set(operatorNames.map((operator) => operatorFacts[operator].phrase.split(' ')[0] ?? ''))]

/** Whether a new condition starts here, instead of another value of a list. */
export const startsCondition = (cursor: Cursor, ahead = 0): boolean =>
  ['(', 'not', 'everyone', 'nobody', 'in', 'flag', 'bucket'].some((word) => cursor.is(word, ahead)) ||
  verbs.some((verb) => cursor.is(verb, ahead + 1))

/** The operators' phrases, longest first: `is at least` must be tried before `is`. */
const phrases = operatorNames
  .map((operator) => ({ operator, words: operatorFacts[operator].phrase.split(' ') }))
  .toSorted((a, b) => b.words.length - a.words.length)

/** Words that follow the values of some operators. */
const afters = operatorNames.flatMap((operator) => {
  const { after } = operatorFacts[operator]
  return after === undefined ? [] : [{ operator, words: after.split(' ') }]
})

const startsAfter = (cursor: Cursor): boolean =>
  afters.some(({ words }) => words.every((word, ahead) => cursor.is(word, ahead)))

const readPhrase = (cursor: Cursor): Operator | 'isNotSet' | null => {
  if (cursor.take('is', 'not', 'set')) return 'isNotSet'
  const found = phrases.find(({ words }) => cursor.take(...words))
  return found?.operator ?? cursor.miss('an operator: is, is not, contains, is at least …')
}

/** Parses a value: `true`, `false` and numbers are literals, anything else is a string. */
const readValue = (cursor: Cursor): Scalar | null => {
  const token = cursor.peek()
  const isWord = token !== undefined && (token.text === 'true' || token.text === 'false')
  if (token === undefined || !(startsName(cursor) || isWord)) return cursor.miss('a value')
  cursor.next()
  return token.quoted ? token.text : readLiteral(token.text)
}

/** Parses values joined by commas and a last `or` (or `and`). Stops where a new condition starts. */
const readValues = (cursor: Cursor, last: 'or' | 'and'): Scalar[] | null => {
  const values: Scalar[] = []
  do {
    const value = readValue(cursor)
    if (value === null) return null
    values.push(value)
  } while (
    (cursor.is(',') && !cursor.is('or', 1) && cursor.take(',')) ||
    (cursor.is(last) && !startsAfter(cursor) && !startsCondition(cursor, 1) && cursor.take(last))
  )
  return values
}

/** `is version 2.3.0 or newer` is a different operator from `is version 2.3.0`. */
const withAfter = (cursor: Cursor, operator: Operator): Operator => {
  const { phrase } = operatorFacts[operator]
  const alike = afters.filter((one) => operatorFacts[one.operator].phrase === phrase)
  return alike.find(({ words }) => cursor.take(...words))?.operator ?? operator
}

/** `is NO or DE` means "is one of". With one value, "is" stays as it is. */
const byCount = (operator: Operator, count: number): Operator => {
  if (count < 2) return operator
  return operator === 'is' ? 'isOneOf' : operator === 'isNot' ? 'isNoneOf' : operator
}

const asTyped: ReadonlySet<ValueKind> = new Set<ValueKind>(['scalar', 'number', 'instant', 'text', 'pattern', 'member'])

/** Values stay strings if the operator accepts nothing else: the version `2` is not a number. */
const inKind = (operator: Operator, value: Scalar): Scalar =>
  asTyped.has(operatorFacts[operator].kind) ? value : String(value)

const wanted: Record<'one' | 'two', number> = { one: 1, two: 2 }

/** Parses a condition on one attribute. */
export const readLeaf = (cursor: Cursor): Condition | null => {
  if (!startsName(cursor)) return cursor.miss('an attribute, in segment, or everyone')
  const attribute = cursor.next()?.text ?? ''
  const phrase = readPhrase(cursor)
  if (phrase === null) return null
  if (phrase === 'isNotSet') return { not: { attribute, operator: 'exists', values: [] } }
  const { takes } = operatorFacts[phrase]
  if (takes === 'none') return { attribute, operator: phrase, values: [] }
  const values = readValues(cursor, takes === 'all' || takes === 'two' ? 'and' : 'or')
  if (values === null) return null
  const operator = byCount(withAfter(cursor, phrase), values.length)
  const count = operatorFacts[operator].takes
  if ((count === 'one' || count === 'two') && values.length !== wanted[count])
    return cursor.miss(count === 'one' ? 'one value only' : 'a low and a high end')
  const leaf: Leaf = { attribute, operator, values: values.map((value) => inKind(operator, value)) }
  return cursor.take('ignoring', 'case') ? { ...leaf, ignoreCase: true } : leaf
}
