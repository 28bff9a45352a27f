import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { parseInstant } from '../../../../shared/engine/operators/instant.ts'
import type { Scalar } from '../../../../shared/schemas/condition.ts'
import { readWhen } from '../../../../shared/text/time/read-when.ts'
import { instantIn, localIn, ownZone, whenText } from '../../../../shared/text/time/when.ts'
import classes from './condition-editor.module.css'

/** A typed date as the instant that it is on the clocks of a zone; null where it cannot be read. */
export const readInstant = (value: Scalar, nowMs: number, zone: string): string | null => {
  const known = parseInstant(value)
  if (known !== undefined) return new Date(known).toISOString()
  const read = typeof value === 'string' ? readWhen(value, nowMs, zone) : { expected: '' }
  return 'at' in read ? read.at : null
}

/** What the condition compares with while a date is typed: its instant, once it can be read; else what is typed. */
export const meantBy = (typed: string, nowMs: number, zone: string): string =>
  // what is an instant already stays as it was written
  parseInstant(typed) === undefined ? (readInstant(typed, nowMs, zone) ?? typed) : typed

/**
 * A date in a condition: typed as people say it or picked from a calendar. What it is read as stands below, with its zone,
 * can be published at once, and takes the place of what was typed when the field is left.
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
          onChange(meantBy(event.currentTarget.value, nowMs, zone))
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
