import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { parseInstant } from '../../../../shared/engine/operators/instant.ts'
import type { Scalar } from '../../../../shared/schemas/condition.ts'
import { readWhen } from '../../../../shared/text/time/read-when.ts'
import { instantIn, localIn, ownZone, whenText } from '../../../../shared/text/time/when.ts'
import classes from './condition-editor.module.css'

/** Parses a typed date in a time zone. Null if it is invalid. */
export const readInstant = (value: Scalar, nowMs: number, zone: string): string | null => {
  const known = parseInstant(value)
  if (known !== undefined) return new Date(known).toISOString()
  const read = typeof value === 'string' ? readWhen(value, nowMs, zone) : { expected: '' }
  return 'at' in read ? read.at : null
}

/** The value to store while a date is typed: its instant once it can be parsed, otherwise the text. */
export const storedInstantOf = (typed: string, nowMs: number, zone: string): string =>
  // A text that is already an instant stays as it was written.
  parseInstant(typed) === undefined ? (readInstant(typed, nowMs, zone) ?? typed) : typed

/**
 * Date field of a condition: typed in natural language or picked from a calendar. The parsed instant is shown below
 * with its zone, and replaces the text on blur.
 */
export function InstantField(props: {
  label: string
  value: Scalar | undefined
  error: string | null
  placeholder: string
  onChange: (value: string) => void
}): ReactNode {
  const { label, value, error, placeholder, onChange } = props
  const picker = useRef<HTMLInputElement>(null)
  const [nowMs] = useState(() => Date.now())
  const [typed, setTyped] = useState<string | null>(null)
  const zone = ownZone()
  const at = value === undefined || value === '' ? null : readInstant(value, nowMs, zone)
  return (
    <div className={classes['instant']}>
      <TextInput
        aria-label={`${label}, value`}
        placeholder={placeholder}
        value={typed ?? String(value ?? '')}
        error={at === null ? error : null}
        description={at === null ? undefined : <span role="status">{whenText(at, zone)}</span>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={`${label}, pick a date`}
            onClick={() => picker.current?.showPicker()}
          >
            <IconCalendar size={15} />
          </ActionIcon>
        }
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(storedInstantOf(event.currentTarget.value, nowMs, zone))
        }}
        onBlur={() => setTyped(null)}
      />
      <input
        ref={picker}
        type="datetime-local"
        className={classes['picker']}
        tabIndex={-1}
        aria-hidden
        value={at === null ? '' : localIn(at, zone)}
        onChange={(event) => {
          const picked = instantIn(event.currentTarget.value, zone)
          if (picked !== null) onChange(picked)
        }}
      />
    </div>
  )
}
