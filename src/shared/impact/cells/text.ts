import { budgetExhausted, runWithFullBudget } from '../../engine/meter.ts'
import type { Test } from '../../engine/operators/test.ts'
import type { Leaf } from '../../schemas/condition.ts'
import { cellsFrom, type Variable } from './variable.ts'

/** Creates a variable for a test of texts: false or true. */
export const divideTexts = (leaf: Leaf, test: Test): Variable => ({
  size: 2,
  cellOf: (value) => (typeof value === 'string' && runTextTest(test, value) ? 1 : 0),
  questions: [{ leaf, holds: new Set([1]) }],
  any: cellsFrom(0, 2),
  some: cellsFrom(1, 2),
  samples: (cell) => (cell === 1 ? samplesOf(leaf) : []),
})

/** Runs a test outside of an evaluation, with its own budget. */
const runTextTest = (test: Test, value: string): boolean => {
  try {
    return test(value, 0)
  } catch (problem) {
    if (problem !== budgetExhausted) throw problem
    return runWithFullBudget(() => test(value, 0)) ?? false
  }
}

const samplesOf = ({ operator, values }: Leaf): string[] => {
  const texts = values.slice(0, 5).map(String)
  return operator === 'matches' ? texts.flatMap(simplest) : texts
}

/** Returns texts that a simple pattern probably matches. A heuristic for examples only. */
export const simplest = (pattern: string): string[] => {
  const plain = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll(/\\d|\[0-9\]/g, '1')
    .replaceAll(/\\w|\[a-z\]|\[A-Za-z\]/g, 'a')
    .replaceAll('\\s', ' ')
  const first = (text: string): string => text.replaceAll(/\((?:\?:)?([^()|]*)(?:\|[^()]*)?\)/g, '$1')
  const flat = first(first(plain.split('|')[0] ?? ''))
  const once = flat
    .replaceAll(/\[\^?(.)[^\]]*\]/g, '$1')
    .replaceAll(/(\\.|.)\{(\d+)[^}]*\}/g, (_, one, count) => String(one).repeat(Number(count)))
  return [once.replaceAll(/(\\.|[^\\])[*?]/g, ''), once.replaceAll(/[*+?]/g, '')].map((text) =>
    text.replaceAll(/(?<!\\)\./g, 'a').replaceAll(/\\(.)/g, '$1'),
  )
}
