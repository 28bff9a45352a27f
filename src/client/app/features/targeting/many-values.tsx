import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Scalar } from '../../../../shared/schemas/condition.ts'
import { shownValues } from '../../../../shared/text/collapse.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../shared/text/time/locale.ts'
import classes from './condition-editor.module.css'

const page = 200

/**
 * A long list of values: its size, the first values as chips, and a field to find or add a value. The rendered size
 * does not grow with the list.
 */
export function ManyValues(props: {
  label: string
  values: readonly Scalar[]
  error: string | null
  shown: (value: Scalar) => string
  read: (text: string) => Scalar
  onChange: (values: Scalar[]) => void
}): ReactNode {
  const { label, values, error, shown, read, onChange } = props
  const [typed, setTyped] = useState('')
  const [most, setMost] = useState(shownValues)
  const wanted = typed.trim().toLowerCase()
  const found = useMemo(
    () => (wanted === '' ? values : values.filter((value) => String(value).toLowerCase().includes(wanted))),
    [values, wanted],
  )
  const add = () => {
    const value = read(typed)
    if (wanted !== '' && !values.includes(value)) onChange([...values, value])
    setTyped('')
  }
  return (
    <div className={classes['many']}>
      <TextInput
        aria-label={`${label}, values`}
        placeholder="Search, or type a value and press Enter"
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <p role="status">
        {wanted === ''
          ? counted(values.length, 'value')
          : `${found.length.toLocaleString(locale)} of ${counted(values.length, 'value')}`}
      </p>
      <ul aria-label={`${label}, list of values`}>
        {found.slice(0, most).map((value) => (
          <li key={`${typeof value} ${value}`}>
            <span>{shown(value)}</span>
            <button
              type="button"
              aria-label={`Remove ${shown(value)}`}
              onClick={() => onChange(values.filter((one) => one !== value))}
            >
              <IconX size={12} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {found.length <= most ? null : (
        <Button variant="subtle" size="compact-sm" onClick={() => setMost(most + page)}>
          Show {Math.min(page, found.length - most).toLocaleString(locale)} more
        </Button>
      )}
    </div>
  )
}
