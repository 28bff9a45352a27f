import { Operator, type Scalar } from '../../src/shared/schemas/condition.ts'
import { formatSupportOf } from '../../src/shared/vendors/exporting/format-support-of.ts'
import { formatNames, formats } from '../../src/shared/vendors/exporting/formats.ts'
import { provisoText } from '../../src/shared/vendors/exporting/words.ts'
import { aFlag } from '../support/builders.ts'

/** An ordinary value for each operator. */
const valuesFor = (operator: Operator): Scalar[] => {
  if (operator === 'exists') return []
  if (operator.startsWith('version')) return ['1.2.3']
  if (operator === 'before' || operator === 'after') return ['2026-01-01T00:00:00Z']
  if (operator === 'olderThan' || operator === 'newerThan') return ['30d']
  if (operator === 'inNetwork') return ['10.0.0.0/8']
  if (operator === 'between') return [1, 2]
  if (/Than$|^at/.test(operator)) return [18]
  return ['pro']
}

/** Returns which operators each format supports, as rows of a Markdown table. The guide contains them. */
export const operatorRows = (): string[] =>
  Operator.options.map((operator) => {
    const flag = aFlag('flag').rule({ attribute: 'x', operator, values: valuesFor(operator) }, 'on')
    const cells = formatNames.map((format) => {
      const reading = formatSupportOf(formats[format], { flags: { flag }, segments: {} }, 'flag')
      if ('because' in reading) return '—'
      return reading.provisos.length === 0 ? '✓' : `if ${reading.provisos.map(provisoText).join(', ')}`
    })
    return `| \`${operator}\` | ${cells.join(' | ')} |`
  })
