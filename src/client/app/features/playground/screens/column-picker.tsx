import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { dateAndTime } from '../../../components/time-text.tsx'
import { type Column, readColumns, writeColumn } from './columns.ts'
import classes from './playground.module.css'

/** Label of a column: `production`, `production, 19 Nov 2026, 14:02`. */
export const columnText = ({ environment, at }: Column): string =>
  at === undefined ? environment : `${environment}, ${dateAndTime(Date.parse(at))}`

const spans: readonly [words: string, hours: number][] = [
  ['1 hour ago', 1],
  ['1 day ago', 24],
  ['1 week ago', 168],
]

const most = 4

/** Selects the columns next to the first: other environments or other times. */
export function ColumnPicker(props: {
  environments: readonly Environment[]
  columns: readonly Column[]
  states: readonly ('there' | 'loading' | 'failed')[]
  onChange: (columns: Column[]) => void
}): ReactNode {
  const { environments, columns, states, onChange } = props
  const offered = (nowMs: number) =>
    environments.map(({ key, name }) => ({
      group: name,
      items: [
        { value: key, label: `${name} (current)` },
        ...spans.map(([words, hours]) => ({
          value: writeColumn({ environment: key, at: new Date(nowMs - hours * 3_600_000).toISOString() }),
          label: `${name}, ${words}`,
        })),
      ],
    }))
  return (
    <div>
      {columns.length === 0 ? null : (
        <ul className={classes['columns']} aria-label="Columns">
          {columns.map((column, i) => (
            <li key={writeColumn(column)}>
              <span>
                {columnText(column)}
                {states[i] === 'failed' ? ' couldn’t be loaded' : states[i] === 'loading' ? ' …' : ''}
              </span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={`Remove ${columnText(column)}`}
                onClick={() => onChange(columns.filter((_, place) => place !== i))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        label="Compare with"
        disabled={columns.length >= most}
        value=""
        data={[{ value: '', label: 'Add column' }, ...offered(minuteNow())]}
        onChange={(event) => {
          const added = readColumns(event.currentTarget.value).filter(
            (column) => !columns.some((one) => writeColumn(one) === writeColumn(column)),
          )
          onChange([...columns, ...added])
        }}
      />
    </div>
  )
}

/** Rounded to minutes, so that the choices do not change under the pointer. */
const minuteNow = (): number => Math.floor(Date.now() / 60_000) * 60_000
