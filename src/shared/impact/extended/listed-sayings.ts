import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import { cellsFrom } from '../cells/variable.ts'
import type { ConditionCandidate, WantedCells } from '../condition-synthesis.ts'
import type { ReadPartition } from './partition-read.ts'
import { isListed } from './test-variable.ts'
import { conditionForValues } from './value-conditions.ts'

/** Named values in a list, where all that is wanted, or all that is not, are such. */
export const listedSayings =
  (ref: AttributeRef, divided: ReadPartition) =>
  (wanted: WantedCells): ConditionCandidate[] =>
    [true, false].flatMap((inside) => {
      const cells = cellsFrom(0, divided.size)
      for (const cell of cells) if (!wanted.matters(cell) || wanted.cells.has(cell) !== inside) cells.delete(cell)
      const named = [...cells].flatMap(divided.kindsOf)
      if (named.length === 0 || !named.every((kind) => kind.kind === 'named' && isListed(kind.value))) return []
      const said = () => conditionForValues(ref, named, divided.namedTexts)
      const words = named.length + 1
      return inside
        ? [{ said, holds: (cell) => cells.has(cell), words }]
        : [{ said: () => ({ not: said() }), holds: (cell) => !cells.has(cell), words: words + 0.5 }]
    })
