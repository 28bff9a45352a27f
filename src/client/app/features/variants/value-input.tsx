import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FlagType } from '../../../../shared/schemas/flag.ts'
import classes from './variants.module.css'

/** Input for a variant’s value. Types that may be long get a multi-line field. */
export function ValueInput(props: {
  type: FlagType
  'aria-label': string
  className?: string | undefined
  value: string
  error: ReactNode
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur?: () => void
}): ReactNode {
  const { type, ...field } = props
  if (type === 'number' || type === 'boolean') return <TextInput {...field} />
  const json = type === 'object' && { spellCheck: false, classNames: { input: classes['json'] ?? '' } }
  return <Textarea {...field} autosize minRows={type === 'object' ? 2 : 1} maxRows={14} {...json} />
}
