import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { CellTie } from '../cells/value.ts'
import type { PartitionedScale } from './partition-scale.ts'

/** Where values of a kind may fall on a line: a value that is named falls in one cell. */
export const tieOfPlace = (
  { unit: { parts } }: ExtendedPoint,
  { variable }: PartitionedScale,
): ((kind: string, value: unknown) => CellTie) => {
  const writesNumbers = parts.every(
    (part) => 'literal' in part || part.str === 'js' || part.str === 'jsJoin' || part.str === 'noBool',
  )
  const onlyTexts = parts.some(
    (part) => 'attribute' in part && part.optional !== true && part.orElse === undefined && part.str === 'none',
  )
  return (kind, value) => {
    const cell = variable.cellOf(value)
    if (kind === 'named') return cell
    // Every text that is not empty is a unit if one is; some units are only ever texts.
    if (kind === 'texts') return cell === 0 ? cell : 'some'
    if (kind === 'numbers' && cell !== 0 && writesNumbers) return 'some'
    return cell === 0 && onlyTexts ? cell : 'any'
  }
}
