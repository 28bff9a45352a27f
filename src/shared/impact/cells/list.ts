import { isList } from '../../engine/operators/list.ts'
import type { Leaf, Scalar } from '../../schemas/condition.ts'
import { grouped } from '../grouped.ts'
import { cellsFrom, type Variable } from './variable.ts'

/** Elements that the same tests contain. A list contains none, some or all of them. */
export interface Elements {
  readonly values: readonly Scalar[]
  readonly variable: Variable
}

/**
 * Groups list elements by the tests that contain them. What a list contains of one group is independent of the other
 * groups.
 */
export const divideLists = (path: string, leaves: readonly Leaf[]): Elements[] => {
  const asking = new Map<Scalar, string>()
  for (const [index, leaf] of leaves.entries())
    for (const value of new Set(leaf.values)) asking.set(value, `${asking.get(value) ?? ''},${index}`)
  return grouped(asking.keys(), (value) => asking.get(value)).map((values) => ({
    values,
    variable: variableOf(path, values),
  }))
}

const variableOf = (path: string, values: readonly Scalar[]): Variable => {
  const wanted = new Set<unknown>(values)
  const several = wanted.size > 1
  const all = several ? 2 : 1
  const leaf = (operator: 'includesAny' | 'includesAll'): Leaf => ({ attribute: path, operator, values: [...values] })
  return {
    size: all + 1,
    cellOf: (value) => {
      if (!isList(value)) return 0
      const held = new Set<unknown>(value)
      let count = 0
      for (const one of wanted) if (held.has(one)) count += 1
      return count === 0 ? 0 : count === wanted.size ? all : 1
    },
    questions: [
      { leaf: leaf('includesAny'), holds: new Set(several ? [1, 2] : [1]) },
      ...(several ? [{ leaf: leaf('includesAll'), holds: new Set([2]) }] : []),
    ],
    any: cellsFrom(0, all + 1),
    some: cellsFrom(1, all + 1),
    samples: (cell) => (cell === 0 ? [] : cell === all ? values : values.slice(0, 1)),
  }
}
