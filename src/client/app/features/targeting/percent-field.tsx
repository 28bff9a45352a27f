import { TextInput } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { limits } from '../../../../shared/limits.ts'
import { useSetInvalidField } from '../drafts/invalid-fields.ts'
import { readWeight, shownWeight } from './percent-text.ts'

/** Storage key of the draft that the fields belong to. */
export const DraftOfFields = createContext('')

/**
 * Percentage input. The typed text stays until blur, and every valid text takes effect immediately. While it is
 * invalid, the draft cannot be published.
 */
export function PercentField(props: {
  label: string
  /** Visible label. Without it, the label is only for screen readers. */
  title?: ReactNode
  className?: string | undefined
  /** In weight units; `limits.weightUnits` is 100%. */
  weight: number
  onFocus?: () => void
  onChange: (weight: number) => void
}): ReactNode {
  const { label, title, className, weight, onFocus, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && readWeight(typed) === null
  useSetInvalidField(use(DraftOfFields), label, isUnread ? `enter 0 to 100 for “${label}”` : null)
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
