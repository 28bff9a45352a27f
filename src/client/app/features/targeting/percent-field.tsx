import { TextInput } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import { useNoteUnread } from '../drafts/unread-fields.ts'
import { readWeight, shownWeight } from './percent-text.ts'

/** The draft that fields belong to. */
export const DraftOfFields = createContext('')

/**
 * A percentage of the line, typed freely: what is typed stays as it is until the field is left, and every text that reads
 * as a percentage is used at once. While it does not, nothing is published.
 */
export function PercentField(props: {
  label: string
  /** Shown above the field; without it the label is for screen readers only. */
  title?: ReactNode
  className?: string | undefined
  /** In units of the line, `limits.weightUnits` for all of it. */
  weight: number
  onFocus?: () => void
  onChange: (weight: number) => void
}): ReactNode {
  const { label, title, className, weight, onFocus, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && readWeight(typed) === null
  useNoteUnread(use(DraftOfFields), label, isUnread ? `enter 0 to 100 for “${label}”` : null)
  return (
    <TextInput
      label={title}
      aria-label={label}
      {...(className === undefined ? {} : { className })}
      inputMode="decimal"
      value={typed ?? shownWeight(weight)}
      rightSection={<span aria-hidden>%</span>}
      rightSectionWidth={24}
      error={isUnread ? '0 to 100' : null}
      onFocus={(event) => {
        event.currentTarget.select()
        onFocus?.()
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const read = readWeight(text)
        if (read !== null) onChange(Math.min(read, limits.weightUnits))
      }}
      onBlur={() => {
        if (!isUnread) setTyped(null)
      }}
    />
  )
}
