import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { likelyReading, type PastedKeys } from './pasted-keys.ts'
import classes from './segments.module.css'

const shownKeys = 3

/** Asks how to read pasted text that may be CSV, and shows which keys each reading would add. */
export function PastePreview(props: {
  pasted: PastedKeys
  keys: readonly string[]
  onAdd: (keys: readonly string[]) => void
  onCancel: () => void
}): ReactNode {
  const { pasted, keys, onAdd, onCancel } = props
  const [reading, setReading] = useState(() => likelyReading(pasted))
  const chosen = reading < 0 ? pasted.lines : (pasted.columns[reading] ?? [])
  const there = new Set(keys)
  const added = chosen.filter((key) => !there.has(key))
  const { columns } = pasted
  const option = (value: number, label: string, values: readonly string[]) => (
    <Radio
      key={value}
      value={String(value)}
      label={label}
      description={values.slice(0, shownKeys).join(' · ') + (values.length > shownKeys ? ' …' : '')}
    />
  )
  return (
    <div className={classes['paste']} role="group" aria-label="Pasted keys">
      <Radio.Group
        label="The pasted text looks like CSV. Add"
        value={String(reading)}
        onChange={(value) => setReading(Number(value))}
      >
        <div className={classes['readings']}>
          {option(-1, `each line as one key (${counted(pasted.lines.length, 'key')})`, pasted.lines)}
          {columns.length === 1
            ? option(
                0,
                `the values, without their quotes (${counted(columns[0]?.length ?? 0, 'key')})`,
                columns[0] ?? [],
              )
            : columns.map((values, at) =>
                at === columns.length - 1
                  ? option(at, `every value (${counted(values.length, 'key')})`, values)
                  : option(at, `column ${at + 1} (${counted(values.length, 'key')})`, values),
              )}
        </div>
      </Radio.Group>
      {added.length === chosen.length ? null : (
        <p className={classes['quiet']}>{counted(chosen.length - added.length, 'key')} already in the list.</p>
      )}
      <div className={classes['pasteActs']}>
        <Button onClick={() => onAdd(chosen)} disabled={added.length === 0} data-autofocus>
          Add {counted(added.length, 'key')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
